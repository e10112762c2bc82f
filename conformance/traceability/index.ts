import type { RequirementId } from '../catalogue.ts'
import type { Requirement } from '../model/requirement.ts'
import { isJudged, type JudgedRow, type Section } from './row.ts'
import section1 from './section-1.ts'
import section21 from './section-2-1.ts'
import section22 from './section-2-2.ts'
import section23 from './section-2-3.ts'
import section24 from './section-2-4.ts'
import section25 from './section-2-5.ts'
import section26 from './section-2-6/index.ts'
import section27 from './section-2-7/index.ts'
import section28 from './section-2-8/index.ts'
import section29 from './section-2-9.ts'
import section3 from './section-3.ts'
import section4 from './section-4.ts'
import section5 from './section-5.ts'
import section6 from './section-6.ts'
import section7 from './section-7.ts'
import section8 from './section-8.ts'
import section9 from './section-9.ts'

/** The normative sentences of the specification as they are written here, section by section, and what becomes of each. */
export const allSections: readonly Section[] = [
  section1,
  section21,
  section22,
  section23,
  section24,
  section25,
  section26,
  section27,
  section28,
  section29,
  section3,
  section4,
  section5,
  section6,
  section7,
  section8,
  section9,
]

/**
 * The same with a row for each requirement that no row of its section names: its statement is the sentence. So what a schema
 * expresses needs no row, and a row is written only where the specification says it otherwise, or where nothing judges it.
 */
export function sectionsFor(requirements: readonly Requirement[]): readonly Section[] {
  return allSections.map((section) => {
    const rows = requirements.filter((one) => one.section === section.number && !isNamedIn(section, one.id)).map(ownRow)
    return rows.length === 0 ? section : { ...section, parts: [...section.parts, { title: 'Further sentences', rows }] }
  })
}

function isNamedIn({ parts }: Section, id: string): boolean {
  return parts.some(({ rows }) => rows.some((row) => isJudged(row) && row.requirements.some((one) => one === id)))
}

function ownRow({ id, statement, level }: Requirement): JudgedRow {
  const row = { says: statement, requirements: [id as RequirementId] }
  return level === 'unspecified' ? { ...row, besides: 'It is only reported as information.' } : row
}
