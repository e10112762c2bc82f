import type { Endpoint } from './vocabulary.ts'

/** The coverage of one operation's request schema. A constraint is one keyword at one place. */
export interface SchemaCoverage {
  readonly endpoint: Endpoint
  /** The number of constraints in the schema. */
  readonly constraints: number
  /** The number of constraints that a valid request satisfied. */
  readonly valid: number
  /** The number of constraints that a request violated alone. */
  readonly violating: number
  /** The constraints that lack one or both, each with the reason. */
  readonly left: readonly {
    /** The place in the schema, as its path of keywords. */
    readonly pointer: string
    readonly keyword: string
    readonly lacks: 'valid' | 'violating' | 'both'
    readonly reason: string
  }[]
  /** The items that valid requests covered. */
  readonly items: ItemCoverage
}

/** The items that valid requests of an operation covered, by kind. */
export interface ItemCoverage {
  /** Optional members, and types of blocks, parts and tools. */
  readonly features: ItemShare
  /** Listed values, booleans, and numbers and lengths around a bound. */
  readonly values: ItemShare
  /** Classes of list lengths. */
  readonly counts: ItemShare
  /** Pairs of features in one request. */
  readonly pairs: ItemShare
  /** The number of items of unlimited kinds, such as kinds of text and positions in lists. */
  readonly unbounded: number
}

/** The covered share of all items of one kind that the schema allows. */
export interface ItemShare {
  readonly all: number
  readonly covered: number
  readonly left: readonly string[]
}
