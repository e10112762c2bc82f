import { readFileSync } from 'node:fs'
import { packageFile } from './package-root.ts'
import type { SentenceId } from './sentence-ids.ts'

/** The common members of sentences: `groups.json` of a folder has them for the documents that name the group. */
export interface SentenceGroup {
  readonly section: string
  /** The strength of the specification's wording. */
  readonly level: 'stated' | 'implied' | 'unspecified'
  /** The interpretation that it depends on, such as `M3`; null if the group has one and this sentence none. */
  readonly interpretation?: string | null
  /** The operations that it applies to, such as `messages.create`. */
  readonly operations: readonly string[]
  /** The part of an exchange that it is about: by default the status, and for a shape a field. */
  readonly dimension?: 'field' | 'status' | 'stream'
  /** The optional capability of a target without which it does not apply. */
  readonly capability?: string
  /** True if no request can ensure that it applies. */
  readonly conditional?: boolean
}

/** A sentence as it is written at a keyword or beside a rule. Its group has the members that it omits. */
export interface WrittenSentence extends Partial<SentenceGroup> {
  /** Permanent: area, dot, the thing that is right. */
  readonly id: string
  /** One indicative sentence about a conforming target. */
  readonly says: string
  /** Acceptance sentences whose features this feature requires, beside those at enclosing pointers. */
  readonly dependsOn?: readonly string[]
  /** The acceptance sentence about the same member in its other spelling. */
  readonly otherSpelling?: string
  /** True if a target may also break the connection, as for an upload beyond its limit. */
  readonly mayBeCutOff?: true
}

/** Requests that violate it are rejected, requests that use it are accepted, or responses have its shape. */
export type SentenceKind = 'rejection' | 'acceptance' | 'shape'

/** A sentence of the specification that a keyword of a schema expresses, or a rule beside the schemas. */
export interface SchemaSentence
  extends SentenceGroup,
    Pick<WrittenSentence, 'says' | 'dependsOn' | 'otherSpelling' | 'mayBeCutOff'> {
  readonly id: SentenceId
  readonly kind: SentenceKind
  /** The folder of its schema. */
  readonly area: string
}

/** A sentence of a rule, as it is written beside the rule. */
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

/** Returns every sentence of schemas and their rules, in the order of the references (`schemas/build`). */
export function sentences(): readonly SchemaSentence[] {
  known ??= JSON.parse(
    readFileSync(packageFile('schemas/compiled/sentences.json'), 'utf8'),
  ) as readonly SchemaSentence[]
  return known
}
