import type { Requirement } from '../../core/model/requirement.ts'
import { compiledData } from './compiled-data.ts'

/** A sentence of the specification, paraphrased, with the requirements that cover it. */
export interface JudgedRow {
  readonly says: string
  readonly requirements: readonly string[]
  /** The part of the sentence that no requirement covers, and why. */
  readonly besides?: string
}

/** A sentence of the specification that no requirement covers, with the reason. */
export interface ExcludedRow {
  readonly says: string
  readonly excluded: string
  /** The interpretation that excludes it, if the specification leaves it unspecified. */
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
  /** The number as in requirements, for example `2.8`. */
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

/** Returns the sections of the specification with the rows of `specification-map.yaml`. */
export function allSections(): readonly Section[] {
  known ??= compiledData<readonly Section[]>('specification-map')
  return known
}

/** Returns the sections, with an additional row for each requirement that no row of its section names. */
export function sectionsFor(requirements: readonly Requirement[]): readonly Section[] {
  return allSections().map((section) => {
    const rows = requirements.filter((one) => one.section === section.number && !isNamedIn(section, one.id)).map(ownRow)
    return rows.length === 0 ? section : { ...section, parts: [...section.parts, { title: 'Further sentences', rows }] }
  })
}

/** Returns the sentences that a requirement covers, in the order of the specification. */
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
