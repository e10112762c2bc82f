import { compileSchemas } from '../../../schemas/index.ts'
import type { Catalogue } from '../../model/suite.ts'

/**
 * Does what judging needs once, before the clock of a run starts: compiling the schemas takes a second of a small
 * machine, which would look like slowness of the target. Not while another thread plans: both together need too much.
 */
export function getReady({ operations }: Catalogue): void {
  const names = operations.flatMap(({ schemas }) => Object.values(schemas))
  compileSchemas(new Set(names))
}
