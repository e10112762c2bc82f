import type { Catalogue } from '../model/suite.ts'
import { type Speech, speechProbe } from './content-generation/probes/speech.ts'
import { betaProbe } from './messages/probes/betas.ts'

/** What only a configuration makes possible to ask. */
export interface Configured {
  /** Beta features that the target knows. */
  readonly betas: readonly string[]
  /** What the target speaks with, where it does. */
  readonly speech: Speech | undefined
}

/** The catalogue with the probes that a configuration makes possible. */
export function configured(catalogue: Catalogue, { betas, speech }: Configured): Catalogue {
  const more = [
    ...(betas.length === 0 ? [] : [betaProbe(betas)]),
    ...(speech === undefined ? [] : [speechProbe(speech)]),
  ]
  return more.length === 0 ? catalogue : { ...catalogue, probes: [...catalogue.probes, ...more] }
}
