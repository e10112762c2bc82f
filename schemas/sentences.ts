import { readFileSync } from 'node:fs'
import { packageFile } from './package-root.ts'
import type { SentenceId } from './sentence-ids.ts'

/** What sentences may have in common: `groups.json` of a folder says it of the documents that name the group. */
export interface SentenceGroup {
  readonly section: string
  /** How firmly the specification speaks. */
  readonly level: 'stated' | 'implied' | 'unspecified'
  /** The interpretation it depends on, such as `M3`; null where the group has one and this sentence none. */
  readonly interpretation?: string | null
  /** The operations it is about, such as `messages.create`. */
  readonly operations: readonly string[]
  /** What part of an exchange it is about; by default the status, of a shape a field. */
  readonly dimension?: 'field' | 'status' | 'stream'
  /** The optional ability of a target without which it does not apply. */
  readonly capability?: string
  /** Whether no request can make sure that it applies. */
  readonly conditional?: boolean
}

/** A sentence as it is written at a keyword or beside a rule: what it leaves out, its group says. */
export interface WrittenSentence extends Partial<SentenceGroup> {
  /** Permanent: area, dot, the thing that is right. */
  readonly id: string
  /** One indicative sentence: what a conforming target does. */
  readonly says: string
  /** Sentences of acceptance without whose uses this use is not possible, beside those at enclosing pointers. */
  readonly dependsOn?: readonly string[]
  /** The sentence of acceptance about the same member in its other spelling. */
  readonly otherSpelling?: string
  /** Whether a target may also break the connection off, as for an upload beyond its limit. */
  readonly mayBeCutOff?: true
}

/** A request that breaks it is rejected; one that makes use of it is accepted; a response is shaped like it. */
export type SentenceKind = 'rejection' | 'acceptance' | 'shape'

/** A sentence of the specification that a keyword of a schema expresses, or a rule beside the schemas. */
export interface Sentence
  extends SentenceGroup,
    Pick<WrittenSentence, 'says' | 'dependsOn' | 'otherSpelling' | 'mayBeCutOff'> {
  readonly id: SentenceId
  readonly kind: SentenceKind
  /** The folder of its schema. */
  readonly area: string
}

/** A sentence that a rule expresses, as it is written beside the rule. */
export interface SentenceOfRule {
  /** The annotation that would hold it in a schema. */
  readonly keyword: 'x-requirement' | 'x-feature'
  readonly area: string
  /** The group of `groups.json`. */
  readonly group: string
  /** The file of the rule, for messages. */
  readonly file: string
  readonly sentence: WrittenSentence
}

let known: readonly Sentence[] | undefined

/** Every sentence that schemas and their rules express, in the order in which a reader meets them (`schemas/build`). */
export function sentences(): readonly Sentence[] {
  known ??= JSON.parse(readFileSync(packageFile('schemas/compiled/sentences.json'), 'utf8')) as readonly Sentence[]
  return known
}
