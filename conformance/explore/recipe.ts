import type fc from 'fast-check'
import type { RequestValue } from '../model/operation.ts'

/** The features that were chosen for one request, with the value drawn for each. */
export type Chosen = Readonly<Record<string, unknown>>

/** What the requests of an operation are made of: optional features, and how those chosen become one request. */
export interface Recipe {
  readonly features: Readonly<Record<string, fc.Arbitrary<unknown>>>
  /** What the specification leaves unspecified, and yet is worth a request. */
  readonly unspecified?: Unspecified
  /** Total: any choice gives a request, though perhaps one that the schema leaves unspecified. */
  build(chosen: Chosen): RequestValue
}

/**
 * Values and combinations that the specification neither lists nor forbids, such as the end points of its open intervals.
 * What a target makes of them is observed; what it answers to a request that it accepts is judged like any other answer.
 */
export interface Unspecified {
  readonly features: Readonly<Record<string, fc.Arbitrary<unknown>>>
  /** The places of a request that may be left unspecified. */
  readonly places: readonly string[]
}

/** A feature as what it was drawn as; a recipe knows the types of its own features. */
export function drawn<T>(chosen: Chosen, name: string): T | undefined {
  return chosen[name] as T | undefined
}
