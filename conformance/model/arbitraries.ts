import type { RequestValue } from './operation.ts'
import type { Capability, Endpoint } from './vocabulary.ts'

/** A source of chance: the same seed gives the same draws. */
export interface Random {
  /** A whole number from `least` to `most`, both included. */
  integer(least: number, most: number): number
  /** True in `percent` of a hundred draws. */
  chance(percent: number): boolean
  /** Throws on an empty list. */
  pick<T>(all: readonly T[]): T
  shuffled<T>(all: readonly T[]): readonly T[]
}

/** Draws a value for a place of a request, for what a schema cannot say; `undefined` for none. */
export type Override = (context: DrawContext) => unknown

/** The tools of an override. */
export interface DrawContext {
  readonly random: Random
  /** The value that the schema alone would give. */
  own(): unknown
  /** A value for another place, by its schema; `tag` chooses the alternative. */
  at(place: string, tag?: string): unknown
  /** A text without limits. */
  text(): string
  /** A JSON Schema of an object, as tools and functions have for their arguments. */
  argumentSchema(): Readonly<Record<string, unknown>>
}

/** Additions of an area to its request schemas that keep drawn requests valid and provoke the judged behaviors. */
export interface AreaArbitraries {
  /** By place: a pointer in which `*` stands for the index of an item or a name that the user chooses. */
  readonly places: Readonly<Record<string, Override>>
  /** Makes members fit together that were drawn one by one. */
  readonly arrange: (value: RequestValue, random: Random, operation: Endpoint) => RequestValue
  readonly provoking: readonly Provoking[]
}

/** Members of a body that make an honest target show something: that it stops, calls a tool, gives JSON. */
export interface Provoking {
  readonly id: string
  readonly body: Readonly<Record<string, unknown>>
  /** By default all operations of the area. */
  readonly on?: readonly Endpoint[]
  readonly capability?: Capability
}
