import type { Catalogue } from '../../model/suite.ts'
import { betaProbe } from '../../operations/messages/probes/betas.ts'

/** The catalogue with the probes that only a configuration makes possible. */
export function configured(catalogue: Catalogue, { betas }: { readonly betas: readonly string[] }): Catalogue {
  return betas.length === 0 ? catalogue : { ...catalogue, probes: [...catalogue.probes, betaProbe(betas)] }
}
