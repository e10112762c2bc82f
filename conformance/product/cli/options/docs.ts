import { docsUrl } from '../../config/docs-url.ts'
import { ungrouped } from '../command.ts'
import { configOptionSpecs } from '../run/options/config-options.ts'

/** The option of all commands that write reports about requirements. */
export const docsOption = ungrouped(configOptionSpecs.docs)

/** Returns the checked base URL, if one was given. */
export function docsIn({ docs }: { readonly docs?: string | undefined }): string | undefined {
  return docs === undefined ? undefined : docsUrl(docs, '--docs')
}
