import type { Requirement } from '../model/requirement.ts'
import { compiledData } from './compiled-data.ts'

/** A sentence of the specification in our own words, with the requirements that judge it. */
export interface JudgedRow {
  readonly says: string
  readonly requirements: readonly string[]
  /** The part of the sentence that nothing judges, and why. */
  readonly besides?: string
}

/** A sentence of the specification that nothing judges, with the reason. */
export interface ExcludedRow {
  readonly says: string
  readonly excluded: string
  /** The interpretation that decides so, if the specification leaves it unspecified. */
  readonly interpretation?: string
}

export type Row = JudgedRow | ExcludedRow

/** The rows of one table, list or paragraph of a section. */
export interface Part {
  readonly title: string
  readonly rows: readonly Row[]
}

/** A section of the specification with its sentences in order. */
export interface Section {
  /** The number that requirements use, for example `2.8`. */
  readonly number: string
  readonly title: string
  readonly parts: readonly Part[]
}

/** A sentence and its section. */
export interface SectionSentence {
  readonly section: string
  readonly says: string
}

let known: readonly Section[] | undefined

/** Returns the sections of the specification with the rows that `specification-map.yaml` has. */
export function allSections(): readonly Section[] {
  known ??= compiledData<readonly Section[]>('specification-map')
  return known
}

/** Returns the same sections with an additional row for each requirement that no row of its section names. */
export function sectionsFor(requirements: readonly Requirement[]): readonly Section[] {
  return allSections().map((section) => {
    const rows = requirements.filter((one) => one.section === section.number && !isNamedIn(section, one.id)).map(ownRow)
    return rows.length === 0 ? section : { ...section, parts: [...section.parts, { title: 'Further sentences', rows }] }
  })
}

/** Returns the sentences that a requirement judges, in the order of the specification. */
export function rowsFor(requirement: Requirement): readonly SectionSentence[] {
  return sectionsFor([requirement]).flatMap(({ number, parts }) =>
    parts
      .flatMap(({ rows }) => rows)
      .filter((row) => isJudgedBy(row, requirement.id))
      .map(({ says }) => ({ section: number, says })),
  )
}

export function isJudged(row: Row): row is JudgedRow {
  return 'requirements' in row
}

function isNamedIn({ parts }: Section, id: string): boolean {
  return parts.some(({ rows }) => rows.some((row) => isJudgedBy(row, id)))
}

function isJudgedBy(row: Row, id: string): boolean {
  return isJudged(row) && row.requirements.includes(id)
}

function ownRow({ id, statement, level }: Requirement): JudgedRow {
  const row = { says: statement, requirements: [id] }
  return level === 'unspecified' ? { ...row, besides: 'It is only reported as information.' } : row
}
