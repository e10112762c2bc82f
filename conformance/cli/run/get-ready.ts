import { compileSchemas } from '../../../schemas/index.ts'
import type { Catalogue } from '../../model/suite.ts'

/** Does what judging needs once, while another thread plans: compiling the schemas takes a second of a small machine. */
export function getReady({ operations }: Catalogue): void {
  const names = operations.flatMap(({ schemas }) => Object.values(schemas))
  compileSchemas(new Set(names))
}
