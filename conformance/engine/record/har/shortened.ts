import { parseJson } from '../../../core/wire/parse-json.ts'

/** A recorded body, or the reason why it was not recorded, if it is known. */
export type FoundBody =
  | {
      readonly bytes: Uint8Array
      readonly lost?: undefined
      /** The content type of a form that was put together again. Its boundary is another one. */
      readonly contentType?: string
      /** The reason why the files of a form are missing; absent if they are not. */
      readonly filesLost?: string
    }
  | { readonly bytes?: undefined; readonly lost: string | undefined }

/** The most bytes by which a content coding lengthens a short text. */
const overhead = 64

/**
 * Returns whether a body has fewer bytes than its `content-length` because it was cut off (interpretation G19). A JSON
 * list or object that is complete was not cut off: a recorder wrote it again, without spaces or with placeholders. If
 * the length is that of the encoded body, a text may be a little shorter.
 */
export function isShortened(bytes: Uint8Array, length: number | undefined, isOfEncoded = false): boolean {
  if (length === undefined || bytes.length >= length) return false
  if (bytes.length > 0 && isOfEncoded && bytes.length + overhead >= length) return false
  return typeof (parseJson(bytes) ?? undefined) !== 'object'
}

/** Returns how much of a body was recorded, if its length is known. */
export function shortenedInWords({ length: there }: Uint8Array, length: number | undefined): string | undefined {
  return length === undefined || length <= there ? undefined : `${there} of ${length} bytes`
}
