import type { Requirement } from '../../../core/model/requirement.ts'
import { idsMatching, matchesGlob } from '../../../core/text/glob.ts'
import { catalogue } from '../../../specification/catalogue.ts'
import {
  changesBetween,
  type EditionChange,
  setOfCatalogue,
  setOfEdition,
} from '../../../specification/editions/difference.ts'
import { editionNamed, type Frozen } from '../../../specification/editions/edition.ts'
import { catalogueIn } from '../../../specification/editions/in-edition.ts'
import { faultsDetectedBy } from '../../../specification/traceability/detecting-faults.ts'
import { interpretations } from '../../../specification/traceability/interpretations.ts'
import { conditionalInWords, consequences, judgedHow } from '../../../specification/traceability/requirement-words.ts'
import { rowsFor, type SectionSentence } from '../../../specification/traceability/specification-map.ts'
import { done } from '../../report/exit-code.ts'
import { command } from '../command.ts'

export const requirementsCommand = command({
  name: 'requirements',
  summary: 'Lists the requirements, or explains one of them.',
  usage: 'requirements [ID|GLOB] [--edition NAME] [--against NAME] [--json]',
  positionals: 1,
  options: {
    edition: { type: 'string', value: 'NAME', help: 'Only those of this edition, at its levels (default: all).' },
    against: { type: 'string', value: 'NAME', help: 'Instead, list what differs from this edition.' },
    json: { type: 'boolean', help: 'Print all details as a JSON array.' },
  },
  notes: [
    'A GLOB is an id with * for any characters: mgi requirements "messages.*"',
    'mgi requirements --against 2026-12 lists what this version has besides that edition.',
  ],
  async run({ positionals: [glob], values, io }) {
    if (values.against !== undefined) {
      io.stdout.write(difference(glob, values.edition, values.against, values.json === true))
      return done
    }
    const all = requirementsOf(values.edition)
    const ids = idsMatching(
      glob === undefined ? ['*'] : [glob],
      all.map(({ id }) => id),
    )
    const chosen = all.filter(({ id }) => ids.has(id))
    if (values.json === true) {
      const known = await backgrounds(chosen)
      io.stdout.write(
        `${JSON.stringify(
          chosen.map((one, index) => asJson(one, known[index]!)),
          null,
          2,
        )}\n`,
      )
    } else if (glob !== undefined && chosen.length === 1) {
      const [known] = await backgrounds(chosen)
      io.stdout.write(explained(chosen[0]!, known!))
    } else io.stdout.write(listed(chosen))
    return done
  },
})

/** Returns the requirements of an edition at its levels, or those of the catalogue at their own. */
function requirementsOf(edition: string | undefined): readonly Requirement[] {
  if (edition === undefined) return catalogue.requirements
  return catalogueIn(edition).requirements.filter(({ notInEdition }) => notInEdition === undefined)
}

/** Lists what an edition, or this version, has besides another edition, and what it lacks. */
function difference(glob: string | undefined, edition: string | undefined, against: string, isJson: boolean): string {
  const before = setOfEdition(editionNamed(against, '--against'))
  const after =
    edition === undefined ? setOfCatalogue(catalogue.requirements) : setOfEdition(editionNamed(edition, '--edition'))
  const changes = changesBetween(before, after).filter(({ id }) => glob === undefined || matchesGlob(glob, id))
  if (isJson) return `${JSON.stringify(changes, null, 2)}\n`
  const subject = edition === undefined ? 'this version' : `edition ${edition}`
  if (changes.length === 0) return `${subject} has the same requirements as edition ${against}\n`
  return changes.map(changeLine).join('')
}

function changeLine({ id, before, after }: EditionChange): string {
  const statement = catalogue.requirements.find((one) => one.id === id)?.statement ?? ''
  if (before === undefined) return `+ ${id}  ${inWords(after)}  ${statement}\n`
  if (after === undefined) return `- ${id}  ${inWords(before)}\n`
  return `~ ${id}  ${inWords(before)} → ${inWords(after)}\n`
}

function inWords(frozen: Frozen | undefined): string {
  return [frozen?.level, frozen?.interpretation].filter((one) => one !== undefined).join(' ')
}

/** Lists requirements, one a line: id, level and statement. */
function listed(requirements: readonly Requirement[]): string {
  const width = Math.max(...requirements.map(({ id }) => id.length))
  return requirements
    .map(
      ({ id, level, section, statement }) =>
        `${id.padEnd(width)}  ${level.padEnd(16)}  ${section.padEnd(4)}  ${statement}\n`,
    )
    .join('')
}

const under = `\n${' '.repeat(18)}`

function explained(requirement: Requirement, background: Background): string {
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

function asJson(requirement: Requirement, { sentences, faults }: Background): object {
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
    id,
    section,
    endpoint,
    alsoOn: alsoOn ?? [],
    dimension,
    level,
    kind,
    interpretation: interpretation ?? null,
    conditional: conditional === true,
    capability: capability ?? null,
    statement,
    needs,
    sentences,
    faults,
  }
}

/** The sources of a requirement, and the faults that it detects. */
interface Background {
  /** The sentences of the specification that it covers, paraphrased. */
  readonly sentences: readonly SectionSentence[]
  readonly interpretationText: string | undefined
  /** The faults of the reference server that it detects, starting with its own. */
  readonly faults: readonly string[]
}

/** Reads the background of requirements. This loads the reference server, which a plain list does not need. */
async function backgrounds(requirements: readonly Requirement[]): Promise<readonly Background[]> {
  const { faults } = await import('../../../../reference-server/faults/index.ts')
  return requirements.map((requirement) => ({
    sentences: rowsFor(requirement),
    interpretationText: requirement.interpretation && interpretations()[requirement.interpretation],
    faults: faultsDetectedBy(requirement.id, faults.values()).map((fault) => fault.id),
  }))
}
