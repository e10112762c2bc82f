/** A violation of a schema or a rule. */
export interface Violation {
  /** A JSON pointer to the offending value, or to the place of a missing member. */
  readonly pointer: string
  /** The schema keyword that was violated, or the name of the rule. */
  readonly keyword: string
  /** The id of the violated requirement, from the schema's `x-requirement`. */
  readonly requirement?: string
  /**
   * The place of that keyword in the schemas, as file and path of keywords. For a missing member, the place of its
   * schema.
   */
  readonly place?: string
  readonly message: string
  /** The part of the message after the place; absent if the schema has its own message. */
  readonly predicate?: string
  /** The value of the keyword as JSON; absent if `expected` is that value. */
  readonly bound?: string
  readonly expected?: unknown
  readonly actual?: unknown
}

/** A place where it is unspecified whether the value is accepted. */
export interface OpenSite {
  readonly pointer: string
  /** The interpretation that leaves it unspecified, for example `G16`. */
  readonly interpretation: string
}

/** A listed field, value or boundary that a request uses, from the schema's `x-feature`. */
export interface Use {
  /** The id of its acceptance requirement. */
  readonly requirement: string
  readonly pointer: string
}

/** The result of validating a value. */
export interface Validation {
  readonly violations: readonly Violation[]
  readonly open: readonly OpenSite[]
  readonly uses: readonly Use[]
  /**
   * The ids of all requirements whose subschemas applied to this value, satisfied or not. Some occur more than once.
   */
  readonly spoken: Iterable<string>
}

/** The result for a value without a schema. */
export const emptyValidation: Validation = { violations: [], open: [], uses: [], spoken: [] }
