import type { RequirementId } from '../catalogue.ts'

/** How one open place of the specification is read; `interpretations` says what each means. */
export type InterpretationId = `${'G' | 'I' | 'T' | 'C' | 'M' | 'S'}${number}`

/** One normative sentence of the specification in our own words, with the requirements that judge it. */
export interface JudgedRow {
  readonly says: string
  readonly requirements: readonly RequirementId[]
  /** The part of the sentence that nothing judges, and why. */
  readonly besides?: string
}

/** One sentence of the specification that nothing judges, with the reason. */
export interface ExcludedRow {
  readonly says: string
  readonly excluded: string
  /** The interpretation that decides so, where the specification leaves the matter open. */
  readonly interpretation?: InterpretationId
}

/** What becomes of one sentence of the specification. */
export type Row = JudgedRow | ExcludedRow

/** The rows of one table, list or paragraph of a section. */
export interface Part {
  readonly title: string
  readonly rows: readonly Row[]
}

/** One section of the specification, all its sentences in order. */
export interface Section {
  /** As requirements name it, for example `2.8`. */
  readonly number: string
  readonly title: string
  readonly parts: readonly Part[]
}

/** A sentence that these requirements judge. */
export function judged(says: string, requirements: readonly RequirementId[], besides?: string): JudgedRow {
  return { says, requirements, ...(besides === undefined ? {} : { besides }) }
}

/** A sentence that nothing judges. */
export function excluded(says: string, why: string, interpretation?: InterpretationId): ExcludedRow {
  return { says, excluded: why, ...(interpretation === undefined ? {} : { interpretation }) }
}

/** Whether requirements judge the sentence. */
export function isJudged(row: Row): row is JudgedRow {
  return 'requirements' in row
}
