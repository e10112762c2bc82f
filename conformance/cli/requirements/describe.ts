import type { Requirement } from '../../model/requirement.ts'
import { conditionalInWords, consequences, judgedHow } from '../../traceability/requirement-words.ts'
import type { Background } from './background.ts'

/** One line a requirement: id, how firmly it speaks, and what it says. */
export function listed(requirements: readonly Requirement[]): string {
  const width = Math.max(...requirements.map(({ id }) => id.length))
  return requirements
    .map(
      ({ id, level, section, statement }) =>
        `${id.padEnd(width)}  ${level.padEnd(16)}  ${section.padEnd(4)}  ${statement}\n`,
    )
    .join('')
}

/** A new line under the value of a fact. */
const under = `\n${' '.repeat(18)}`

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
    interpretation,
    conditional,
    capability,
    needs,
  } = requirement
  const facts = [
    ['section', section],
    ['endpoint', [endpoint, ...alsoOn].join(', ')],
    ['dimension', dimension],
    ['level', `${level}: ${consequences[level]}`],
    [
      'interpretation',
      interpretation === undefined ? undefined : `${interpretation}: ${background.interpretationText}`,
    ],
    ['conditional', conditional === true ? conditionalInWords : undefined],
    ['capability', capability],
    ['needs', needs.join(', ')],
    ['judged', judgedHow(requirement)],
    ['specification', background.sentences.map(({ section, says }) => `${section} ${says}`).join(under)],
    ['detects', background.faults.map((id) => `mgi serve --fault ${id}`).join(under)],
  ].filter((fact): fact is [string, string] => fact[1] !== undefined)
  return [id, '', `  ${statement}`, '', ...facts.map(([name, value]) => `  ${name.padEnd(16)}${value}`), ''].join('\n')
}

/** What a requirement says about itself, without its functions, with its sentences of the specification and its faults. */
export function asJson(requirement: Requirement, { sentences, faults }: Background): object {
  const {
    kind,
    id,
    section,
    endpoint,
    alsoOn,
    dimension,
    level,
    interpretation,
    conditional,
    capability,
    statement,
    needs,
  } = requirement
  return {
    ...{ id, section, endpoint, alsoOn: alsoOn ?? [], dimension, level, kind },
    ...{
      interpretation: interpretation ?? null,
      conditional: conditional === true,
      capability: capability ?? null,
      statement,
      needs,
    },
    ...{ sentences, faults },
  }
}
