import type { Requirement } from '../../model/requirement.ts'
import type { CorpusTally } from '../corpus-tally.ts'
import { killersOf } from '../killers.ts'
import type { Book } from './book.ts'
import { anchor, cell, linkTo, table } from './cell.ts'

const head = [
  'requirement',
  'what a conforming target does',
  'level',
  'about',
  'operation',
  'reading',
  'faults that it catches',
  'corpus: pass / fail / does not apply',
]

/** More faults than this are only counted. */
const shown = 3

/** What each of some requirements says of itself, and what keeps it honest. */
export function requirementTable(requirements: readonly Requirement[], book: Book): string {
  return table(
    head,
    requirements.map((requirement) => rowOf(requirement, book)),
  )
}

function rowOf(requirement: Requirement, { faults, corpus }: Book): readonly string[] {
  const { id, statement, level, dimension, endpoint, alsoOn = [], reading, conditional } = requirement
  return [
    `${anchor(id)}\`${id}\``,
    cell(statement),
    conditional === true ? `${level}, conditional` : level,
    dimension,
    [endpoint, ...alsoOn].join(', '),
    reading === undefined ? '' : linkTo(reading, reading),
    named(killersOf(id, faults).map((fault) => `\`${fault.id}\``)),
    counted(corpus.get(id)),
  ]
}

function named(faults: readonly string[]): string {
  const more = faults.length - shown
  return `${faults.slice(0, shown).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

function counted(tally: CorpusTally | undefined): string {
  const { pass = 0, fail = 0, inapplicable = 0, inconclusive = 0 } = tally ?? {}
  return `${pass} / ${fail} / ${inapplicable}${inconclusive > 0 ? `, ${inconclusive} inconclusive` : ''}`
}
