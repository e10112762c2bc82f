import { compiledData } from './compiled-data.ts'

let known: Readonly<Record<string, string>> | undefined

/**
 * Returns the interpretation of each unclear place in the specification, by the id that requirements and rows refer to.
 */
export function interpretations(): Readonly<Record<string, string>> {
  known ??= compiledData<Readonly<Record<string, string>>>('interpretations')
  return known
}
