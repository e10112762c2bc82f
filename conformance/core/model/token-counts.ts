import type { Observation } from './observation.ts'
import type { Endpoint } from './vocabulary.ts'

/** The parts of a request that add to its input tokens. */
export const countedParts = ['system', 'history', 'tool', 'tool result', 'picture', 'document'] as const

export type CountedPart = (typeof countedParts)[number]

/** The relations of two requests whose token counts are compared: the same one twice, on both operations, or with a part. */
export const countComparisons = ['repeated', 'streamed', ...countedParts] as const

/** The token counts of the replies of one operation, and how far they agree (interpretation C13). */
export interface TokenCounts {
  readonly endpoint: Endpoint
  /** The accepted replies that state the tokens of their input. */
  readonly replies: number
  /** The replies that state no input at all, although each request has some. */
  readonly zeroInputs: number
  /** The replies to a request with a picture that list modalities, and those of them that do not list `IMAGE`. */
  readonly pictures?: { readonly replies: number; readonly unlisted: number }
  readonly comparisons: readonly CountComparison[]
}

/** All pairs of requests of one operation that differ in one thing only. */
export interface CountComparison {
  readonly compares: (typeof countComparisons)[number]
  readonly pairs: number
  /** The pairs with the same input tokens; for a part, those in which the request with the part has more. */
  readonly agreeing: number
  /** The first pair that does not agree, or the first pair. */
  readonly example: CountedPair
}

/** Two replies. The second is the later one, the streamed one, or the one whose request has the part. */
export interface CountedPair {
  readonly first: CountedReply
  readonly second: CountedReply
  /** The size of the part in characters of text or base64; absent if the requests do not differ in a part. */
  readonly characters?: number
}

export interface CountedReply {
  /** The id of its exchange. */
  readonly exchange: string
  /** Input tokens, those read from or written to a cache included. */
  readonly input: number
  readonly output?: number
}

/** The token counts that one reply states. */
export interface StatedTokens {
  readonly input: number
  readonly output: number | undefined
  /** The modalities that it lists for its input; absent if it lists none. */
  readonly modalities?: readonly string[]
}

/** A request without one of its parts. */
export interface WithoutPart {
  readonly part: CountedPart
  readonly input: unknown
  /** The size of the part in characters of text or base64. */
  readonly characters: number
}

/** Reads token counts in the formats of an area. */
export interface TokenReader {
  /** Returns the counts of a reply; `undefined` if it states no input. */
  statedIn(seen: Observation): StatedTokens | undefined
  /** Returns the body without the member that asks for a stream, and with one spelling for values that mean the same. */
  inputOf(body: unknown): unknown
  /** Returns the input without each part that it has and can be valid without. */
  withoutParts(input: unknown): readonly WithoutPart[]
}
