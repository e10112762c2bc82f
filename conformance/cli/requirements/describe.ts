import type { Requirement } from '../../model/requirement.ts'
import type { Level } from '../../model/vocabulary.ts'
import type { Background } from './background.ts'

/** One line a requirement: id, how firmly it speaks, and what it says. */
export function listed(requirements: readonly Requirement[]): string {
  const width = Math.max(...requirements.map(({ id }) => id.length))
  return requirements
    .map(
      ({ id, level, section, statement }) =>
        `${id.padEnd(width)}  ${level.padEnd(11)}  ${section.padEnd(4)}  ${statement}\n`,
    )
    .join('')
}

const consequences: Readonly<Record<Level, string>> = {
  stated: 'the document states it; a violation is a fail',
  implied: 'the document implies it; a violation is a warning, and a fail under --strict',
  unspecified: 'the document leaves it open; what the target does is only recorded',
}

/** A new line under the value of a fact. */
const under = `\n${' '.repeat(13)}`

/** All that is to be said of one requirement. */
export function explained(requirement: Requirement, background: Background): string {
  const {
    id,
    statement,
    section,
    endpoint,
    alsoOn = [],
    dimension,
    level,
    reading,
    conditional,
    capability,
    needs,
  } = requirement
  const facts = [
    ['section', section],
    ['endpoint', [endpoint, ...alsoOn].join(', ')],
    ['dimension', dimension],
    ['level', `${level}: ${consequences[level]}`],
    ['reading', reading === undefined ? undefined : `${reading}: ${background.readingSays}`],
    ['speaks', conditional === true ? 'only once a target shows what nobody can provoke' : undefined],
    ['capability', capability],
    ['needs', needs.join(', ')],
    ['judged', judgedHow(requirement)],
    ['document', background.ledger.map(({ section, says }) => `${section} ${says}`).join(under)],
    ['catches', background.faults.map((id) => `mgi serve --fault ${id}`).join(under)],
  ].filter((fact): fact is [string, string] => fact[1] !== undefined)
  return [id, '', `  ${statement}`, '', ...facts.map(([name, value]) => `  ${name.padEnd(11)}${value}`), ''].join('\n')
}

function judgedHow({ kind }: Requirement): string {
  switch (kind) {
    case 'exchange':
      return 'on each exchange alone'
    case 'transcript':
      return 'on all exchanges of a run together'
    case 'acceptance':
      return 'by whether requests that make use of it are accepted'
    case 'refusal':
      return 'by whether requests that break it are refused while their good twin is accepted'
  }
}

/** What a requirement says about itself, without its functions, and what the ledger and the faults say about it. */
export function asJson(requirement: Requirement, { ledger, faults }: Background): object {
  const { kind, id, section, endpoint, alsoOn, dimension, level, reading, conditional, capability, statement, needs } =
    requirement
  return {
    ...{ id, section, endpoint, alsoOn: alsoOn ?? [], dimension, level, kind },
    ...{
      reading: reading ?? null,
      conditional: conditional === true,
      capability: capability ?? null,
      statement,
      needs,
    },
    ...{ ledger, faults },
  }
}
