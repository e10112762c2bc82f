import { docsUrl } from '../../config/docs-url.ts'

/** The option of all commands that write reports about requirements. */
export const docsOption = {
  type: 'string',
  value: 'URL',
  help: 'Documentation site of this suite; reports link each requirement to its page there.',
} as const

/** Returns the checked base URL, if one was given. */
export function docsIn({ docs }: { readonly docs?: string | undefined }): string | undefined {
  return docs === undefined ? undefined : docsUrl(docs, '--docs')
}
