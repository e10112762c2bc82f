import type { Catalogue } from '../model/suite.ts'
import { type Speech, speechProbe } from './content-generation/probes/speech.ts'
import { betaProbe } from './messages/probes/betas.ts'

/** The parts of a configuration that make more probes possible. */
export interface Configured {
  /** The beta features that the target knows. */
  readonly betas: readonly string[]
  /** The voice and language of the target's speech, if it has any. */
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
