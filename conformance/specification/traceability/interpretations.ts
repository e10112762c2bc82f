import { compiledData } from './compiled-data.ts'

let known: Readonly<Record<string, string>> | undefined

/** Returns the interpretations of unclear places in the specification, by the ids that requirements and rows use. */
export function interpretations(): Readonly<Record<string, string>> {
  known ??= compiledData<Readonly<Record<string, string>>>('interpretations')
  return known
}
