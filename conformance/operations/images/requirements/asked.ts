import { isPlainlyValid, type Observation, succeeded } from '../../../model/observation.ts'
import { oncePer } from '../../../model/once-per.ts'

/** The members of a request's body that a reply has to answer for. */
export interface Asked {
  readonly model?: unknown
  readonly n?: unknown
  readonly response_format?: unknown
  readonly size?: unknown
}

/** One image object of a reply, with its place. */
export interface Given {
  readonly pointer: string
  readonly url?: unknown
  readonly b64_json?: unknown
}

/** Whether the reply has to answer for what the request asks: both are as the document has them. */
export function isAnswer(seen: Observation): boolean {
  return succeeded(seen) && isPlainlyValid(seen)
}

export function asked({ request }: Observation): Asked {
  return asObject(request.value.body)
}

/** The image objects of the reply, as far as there are any. */
export const given = oncePer(({ json }: Observation): readonly Given[] => {
  const { data } = asObject(json)
  if (!Array.isArray(data)) return []
  return data.map((image, index) => ({ ...asObject(image), pointer: `/data/${index}` }))
})

/** The size that the images must have; unknown for `auto`, and where an edit leaves it out (readings.md I6). */
export function sizeAsked(seen: Observation): string | undefined {
  const { size } = asked(seen)
  if (typeof size === 'string') return size === 'auto' ? undefined : size
  return seen.operation.id === 'images.edit' ? undefined : '1024x1024'
}

/** The value's members; none where it is no object. */
export function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}

/** Whether a member counts as left out (readings.md G5, I3). */
export function isAbsent(member: unknown): member is null | undefined {
  return member === undefined || member === null
}
