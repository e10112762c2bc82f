import { readFileSync } from 'node:fs'
import { packageFile } from './package-root.ts'
import type { SentenceId } from './sentence-ids.ts'

/** The common members of sentences. The `groups.json` of a folder defines them for the documents of a group. */
export interface SentenceGroup {
  readonly section: string
  /** The strength of the specification's wording. */
  readonly level: 'stated' | 'implied' | 'unspecified'
  /** The interpretation that it depends on, such as `M3`. Null if the group has one but this sentence does not. */
  readonly interpretation?: string | null
  /** The operations that it applies to, such as `messages.create`. */
  readonly operations: readonly string[]
  /** The part of an exchange that it concerns. By default, this is the status, or a field for sentences on shapes. */
  readonly dimension?: 'field' | 'status' | 'stream'
  /** The optional capability of a target that it requires. */
  readonly capability?: string
  /** True if no request can make it apply for certain. */
  readonly conditional?: boolean
}

/** A sentence as written at a keyword or next to a rule. Its group provides the members that it omits. */
export interface WrittenSentence extends Partial<SentenceGroup> {
  /** The permanent id: the area, a dot, and a name for the required behaviour. */
  readonly id: string
  /** One indicative sentence about a conforming target. */
  readonly says: string
  /** Acceptance sentences whose features this feature requires, in addition to those at enclosing pointers. */
  readonly dependsOn?: readonly string[]
  /** The acceptance sentence on the same member in its other spelling. */
  readonly otherSpelling?: string
  /** True if a target may also break the connection, for example for an upload beyond its limit. */
  readonly mayBeCutOff?: true
  /** The reason why the field disagrees with the specification here, and since when. One clause, for findings. */
  readonly contested?: string
}

/**
 * The meaning of a sentence: requests that violate it are rejected, requests that use it are accepted, or responses
 * have its shape.
 */
export type SentenceKind = 'rejection' | 'acceptance' | 'shape'

/** A sentence of the specification that a keyword of a schema or a rule expresses. */
export interface SchemaSentence
  extends SentenceGroup,
    Pick<WrittenSentence, 'says' | 'dependsOn' | 'otherSpelling' | 'mayBeCutOff' | 'contested'> {
  readonly id: SentenceId
  readonly kind: SentenceKind
  /** The folder of its schema. */
  readonly area: string
}

/** A sentence of a rule, defined next to the rule. */
export interface SentenceOfRule {
  /** The annotation that it would have in a schema. */
  readonly keyword: 'x-requirement' | 'x-feature'
  readonly area: string
  /** The group of `groups.json`. */
  readonly group: string
  /** The file of the rule, for messages. */
  readonly file: string
  readonly sentence: WrittenSentence
}

let known: readonly SchemaSentence[] | undefined

/** Returns all sentences of schemas and rules, in the order of references (`schemas/build`). */
export function sentences(): readonly SchemaSentence[] {
  known ??= JSON.parse(
    readFileSync(packageFile('schemas/compiled/sentences.json'), 'utf8'),
  ) as readonly SchemaSentence[]
  return known
}
