import type { Catalogue } from '../../core/model/suite.ts'
import { type Speech, speechProbe } from './content-generation/probes/speech.ts'
import { betaProbe } from './messages/probes/betas.ts'

/** The parts of a configuration that enable more probes. */
export interface Configured {
  /** The beta features that the target knows. */
  readonly betas: readonly string[]
  /** The voice and language of the target's speech model, if it has one. */
  readonly speech: Speech | undefined
}

/** Returns the catalogue with the probes that a configuration enables. */
export function configured(catalogue: Catalogue, { betas, speech }: Configured): Catalogue {
  const more = [
    ...(betas.length === 0 ? [] : [betaProbe(betas)]),
    ...(speech === undefined ? [] : [speechProbe(speech)]),
  ]
  return more.length === 0 ? catalogue : { ...catalogue, probes: [...catalogue.probes, ...more] }
}
