import type { Endpoint } from './vocabulary.ts'

/** How far the requests of one operation exercised its request schema. A constraint is one keyword at one place. */
export interface SchemaCoverage {
  readonly endpoint: Endpoint
  /** How many constraints the schema has. */
  readonly constraints: number
  /** How many of them a valid request met. */
  readonly valid: number
  /** How many of them a request broke that broke nothing else. */
  readonly violating: number
  /** The constraints that lack one or both, each with the reason. */
  readonly left: readonly {
    /** Where in the schema, as its path of keywords. */
    readonly pointer: string
    readonly keyword: string
    readonly lacks: 'valid' | 'violating' | 'both'
    readonly reason: string
  }[]
  /** Which optional features stood together in valid requests; absent where there are none to combine. */
  readonly combinations?: CombinationCoverage
  /** The sizes and depths that valid requests had; absent where there are none. */
  readonly sizes?: readonly SizeCoverage[]
}

/** What of a request has a size. */
export type SizeKind =
  | 'turns'
  | 'blocks of a turn'
  | 'tools'
  | 'stop sequences'
  | 'replies asked for'
  | 'depth of a schema'
  | 'characters of a text'
  | 'files'
  | 'width of a picture'
  | 'bytes of a file'

/** The sizes of one kind that requests had. */
export interface SizeCoverage {
  readonly of: SizeKind
  readonly least: number
  readonly most: number
  /** How many different ones. */
  readonly different: number
}

/** How many pairs of optional features that may stand together in a request did. */
export interface CombinationCoverage {
  readonly pairs: number
  readonly covered: number
  /** The pairs that never stood together. */
  readonly left: readonly string[]
}
