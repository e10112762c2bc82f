import { memoize } from '../../../model/memoize.ts'
import { isPlainlyValid, type Observation, succeeded } from '../../../model/observation.ts'

/** The members of a request's body that a reply has to answer for. */
export interface Asked {
  readonly model?: unknown
  readonly n?: unknown
  readonly response_format?: unknown
  readonly size?: unknown
}

/** One image object of a reply, with its place. */
export interface Given {
  /** Its place in `data`, from 0. */
  readonly index: number
  readonly pointer: string
  readonly url?: unknown
  readonly b64_json?: unknown
}

/** Whether the reply has to answer for what the request asks: both are as the specification has them. */
export function isAnswer(seen: Observation): boolean {
  return succeeded(seen) && isPlainlyValid(seen)
}

export function asked({ request }: Observation): Asked {
  return asObject(request.value.body)
}

/** The image objects of the reply, as far as there are any; what else stands in `data` has no members to judge. */
export const given = memoize(({ json }: Observation): readonly Given[] => {
  const { data } = asObject(json)
  if (!Array.isArray(data)) return []
  return data.flatMap((image, index) => (isObject(image) ? [{ ...image, index, pointer: `/data/${index}` }] : []))
})

/** The size that the images must have; unknown for `auto`, and where an edit leaves it out (interpretation I6). */
export function sizeAsked(seen: Observation): string | undefined {
  const { size } = asked(seen)
  if (typeof size === 'string') return size === 'auto' ? undefined : size
  return seen.operation.id === 'images.edit' ? undefined : '1024x1024'
}

/** The value's members; none where it is no object. */
export function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {}
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether a member counts as left out (interpretations G5, I3). */
export function isAbsent(member: unknown): member is null | undefined {
  return member === undefined || member === null
}
