import type { Catalogue } from '../../core/model/suite.ts'
import { UsageError } from '../../core/text/usage-error.ts'
import { catalogueIn } from '../../specification/editions/in-edition.ts'
import { readHeader } from './evidence-file.ts'
import { isRecording } from './har/is-recording.ts'

/**
 * Returns the catalogue as an edition judges recorded traffic by it: the edition of the option, or else that of the runs, or
 * else `fallback`. Throws a `UsageError` if the runs have different editions and the user chose none.
 */
export async function catalogueForFiles(
  files: readonly string[],
  option: string | undefined,
  fallback: () => Catalogue = catalogueIn,
): Promise<Catalogue> {
  if (option !== undefined) return catalogueIn(option)
  let first: { readonly file: string; readonly edition: string } | undefined
  for (const file of files) {
    const edition = isRecording(file) ? undefined : (await readHeader(file))?.edition
    if (edition === undefined) continue
    first ??= { file, edition }
    if (edition !== first.edition)
      throw new UsageError(
        `${first.file} was judged by edition ${first.edition}, and ${file} by edition ${edition}; name one of them with --edition`,
      )
  }
  return first === undefined ? fallback() : catalogueIn(first.edition, first.file)
}
