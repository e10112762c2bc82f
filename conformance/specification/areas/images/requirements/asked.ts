import { isObject, membersOf } from '../../../../../schemas/json.ts'
import { memoize } from '../../../../core/model/memoize.ts'
import { isPlainlyValid, type Observation, succeeded } from '../../../../core/model/observation.ts'

/** The members of a request body that affect the reply. */
export interface AskedImages {
  readonly model?: unknown
  readonly n?: unknown
  readonly response_format?: unknown
  readonly size?: unknown
}

/** One image object of a reply with its place. */
export interface ReplyImage {
  /** Its index in `data`, from 0. */
  readonly index: number
  readonly pointer: string
  readonly url?: unknown
  readonly b64_json?: unknown
}

/** Returns whether the reply can be checked against its request: it succeeded, and the request is clearly valid. */
export function isAnswer(seen: Observation): boolean {
  return succeeded(seen) && isPlainlyValid(seen)
}

export function asked({ request }: Observation): AskedImages {
  return membersOf(request.value.body)
}

/** Returns the image objects of the reply. Skips other items in `data`, which have no members. */
export const imageObjectsOf = memoize(({ json }: Observation): readonly ReplyImage[] => {
  const { data } = membersOf(json)
  if (!Array.isArray(data)) return []
  return data.flatMap((image, index) => (isObject(image) ? [{ ...image, index, pointer: `/data/${index}` }] : []))
})

/**
 * Returns the required size of the images. It is unknown for `auto`, and for an edit without a size (interpretation
 * I6).
 */
export function sizeAsked(seen: Observation): string | undefined {
  const { size } = asked(seen)
  if (typeof size === 'string') return size === 'auto' ? undefined : size
  return seen.operation.id === 'images.edit' ? undefined : '1024x1024'
}

/** Returns whether a member counts as absent (interpretations G5, I3). */
export function isAbsent(member: unknown): member is null | undefined {
  return member === undefined || member === null
}
