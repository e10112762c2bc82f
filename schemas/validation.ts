/** One way in which a value breaks a schema, or a rule that stands beside a schema. */
export interface Violation {
  /** JSON pointer to the offending value; for a missing member, to where it should be. */
  readonly pointer: string
  /** The schema keyword that was broken, or the name of the rule. */
  readonly keyword: string
  /** The id of the requirement whose sentence this breaks, from the schema's `x-requirement`. */
  readonly requirement?: string
  /** Where in the schemas that keyword stands, as file and path of keywords; for a missing member, where its schema would. */
  readonly place?: string
  readonly message: string
  /** The part of the message behind the place; absent where the message is in words of its own. */
  readonly predicate?: string
  /** The value of the keyword, as JSON; absent where `expected` is that value. */
  readonly bound?: string
  readonly expected?: unknown
  readonly actual?: unknown
}

/** A place where a value is neither accepted nor rejected for certain. */
export interface OpenSite {
  readonly pointer: string
  /** The interpretation that leaves it open, for example `G16`. */
  readonly interpretation: string
}

/** A listed field, value or boundary that a request makes use of, from the schema's `x-feature`. */
export interface Use {
  /** The id of the acceptance requirement that speaks about it. */
  readonly requirement: string
  readonly pointer: string
}

/** What a schema says about a value. */
export interface Validation {
  readonly violations: readonly Violation[]
  readonly open: readonly OpenSite[]
  readonly uses: readonly Use[]
  /** The ids of all requirements whose subschemas this value met, kept or broken; some more than once. */
  readonly spoken: Iterable<string>
}

/** What is said about a value that no schema speaks about. */
export const unspoken: Validation = { violations: [], open: [], uses: [], spoken: [] }
