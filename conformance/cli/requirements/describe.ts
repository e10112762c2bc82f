import type { Requirement } from '../../model/requirement.ts'
import type { Level } from '../../model/vocabulary.ts'
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

const consequences: Readonly<Record<Level, string>> = {
  stated: 'the specification states it; a violation is a failure',
  implied: 'the specification implies it; a violation is a warning, and a failure with --strict',
  unspecified: 'unspecified; the behavior of the target is only recorded',
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
    [
      'conditional',
      conditional === true ? 'tested only if a response contains the feature; no request can cause it' : undefined,
    ],
    ['capability', capability],
    ['needs', needs.join(', ')],
    ['judged', judgedHow(requirement)],
    ['specification', background.sentences.map(({ section, says }) => `${section} ${says}`).join(under)],
    ['detects', background.faults.map((id) => `mgi serve --fault ${id}`).join(under)],
  ].filter((fact): fact is [string, string] => fact[1] !== undefined)
  return [id, '', `  ${statement}`, '', ...facts.map(([name, value]) => `  ${name.padEnd(16)}${value}`), ''].join('\n')
}

function judgedHow({ kind }: Requirement): string {
  switch (kind) {
    case 'exchange':
      return 'on each exchange alone'
    case 'transcript':
      return 'on all exchanges of a run together'
    case 'acceptance':
      return 'by whether requests that use it are accepted'
    case 'rejection':
      return 'by whether requests that violate it are rejected while the control request is accepted'
  }
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
