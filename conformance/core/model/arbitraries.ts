import type { RequestValue } from './operation.ts'
import type { Capability, Endpoint } from './vocabulary.ts'

/** A random source. Equal seeds give equal draws. */
export interface Random {
  /** Returns an integer from `least` to `most`, both included. */
  integer(least: number, most: number): number
  /** Returns true in `percent` of a hundred draws. */
  chance(percent: number): boolean
  /** Returns an item. Throws if the list is empty. */
  pick<T>(all: readonly T[]): T
  shuffled<T>(all: readonly T[]): readonly T[]
}

/** Draws a value for a place of a request that a schema cannot describe; `undefined` for none. */
export type Override = (context: DrawContext) => unknown

/** The tools of an override. */
export interface DrawContext {
  readonly random: Random
  /** Returns the value that the schema alone would give. */
  own(): unknown
  /** Returns a value for another place by its schema. `tag` selects an alternative. */
  at(place: string, tag?: string): unknown
  /** Returns a text without limits. */
  text(): string
  /** Returns a JSON Schema of an object, as tools and functions use it for their arguments. */
  argumentSchema(): Readonly<Record<string, unknown>>
}

type Body = Readonly<Record<string, unknown>>

/** Additions of an area to its request schemas. They keep drawn requests valid, and provoke the behaviors to judge. */
export interface AreaArbitraries {
  /** Overrides by place. In a place, `*` stands for the index of an item or a name that the user chooses. */
  readonly places: Readonly<Record<string, Override>>
  /** Returns the choices of files for the other members of a body. They replace members of the body. */
  readonly files?: (body: Body, random: Random, operation: Endpoint) => readonly object[]
  /** Makes members consistent that were drawn independently. */
  readonly arrange: (value: RequestValue, random: Random, operation: Endpoint) => RequestValue
  readonly provoking: readonly Provoking[]
  /** Choices that decide a reply together; by default none. */
  readonly deciding?: readonly Deciding[]
  /** Values that are chosen whole, since their members depend on one another. */
  readonly pieces: readonly RequestPiece[]
  /** Requests as clients send them; by default none. Every standard plan has all of them. */
  readonly clients?: readonly ClientRequest[]
}

/** A valid request as clients send it, which drawing would hardly reach. */
export interface ClientRequest {
  /** Unique within its area. */
  readonly id: string
  /** The part of it that others lack, in a few words. */
  readonly shows: string
  /** Its whole body. A streamed operation adds what asks for a stream. */
  readonly body: object
  /** The operations it is for; by default all of the area. */
  readonly on?: readonly Endpoint[]
}

/** A value for a place of a request. In the path, `*` stands for one more item of a list. */
export interface RequestPiece {
  readonly path: string
  readonly value: unknown
  /** The operations it is for; by default all of the area. */
  readonly on?: readonly Endpoint[]
}

/** The choices that decide a reply together, for each kind of choice. Plans have pairs of two kinds. */
export type Deciding = Readonly<Record<string, Readonly<Record<string, DecidingChoice>>>>

/** One value, count or form of some members of a body. */
export interface DecidingChoice {
  readonly isMade: (body: Body) => boolean
  /** Returns the body with this choice, and otherwise as it is; `undefined` if that is impossible. */
  readonly make: (body: Body) => Body | undefined
  /** True if it changes no answer, so that a question that provokes a behavior may have it too. */
  readonly isNeutral?: boolean
}

/** Members of a body that make a conforming target show a behavior: it stops, calls a tool, or returns JSON. */
export interface Provoking {
  readonly id: string
  readonly body: Body
  /** The operations it is for; by default all of the area. */
  readonly on?: readonly Endpoint[]
  readonly capability?: Capability
}
