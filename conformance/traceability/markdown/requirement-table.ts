import type { Requirement } from '../../model/requirement.ts'
import type { CorpusTally } from '../corpus-tally.ts'
import { faultsDetectedBy } from '../detecting-faults.ts'
import { anchor, cell, linkTo, table } from './cell.ts'
import type { PageContents } from './page-contents.ts'

const head = [
  'requirement',
  'what a conforming target does',
  'level',
  'about',
  'operation',
  'interpretation',
  'faults that it detects',
  'corpus: pass / fail / does not apply',
]

/** More faults than this are only counted. */
const shown = 3

/** Returns a table of requirements with their statements and the tests that cover them. */
export function requirementTable(requirements: readonly Requirement[], page: PageContents): string {
  return table(
    head,
    requirements.map((requirement) => rowOf(requirement, page)),
  )
}

function rowOf(requirement: Requirement, { faults, corpus }: PageContents): readonly string[] {
  const { id, statement, level, dimension, endpoint, alsoOn = [], interpretation, conditional } = requirement
  return [
    `${anchor(id)}\`${id}\``,
    cell(statement),
    conditional === true ? `${level}, conditional` : level,
    dimension,
    [endpoint, ...alsoOn].join(', '),
    interpretation === undefined ? '' : linkTo(interpretation, interpretation),
    named(faultsDetectedBy(id, faults).map((fault) => `\`${fault.id}\``)),
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
