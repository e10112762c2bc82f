import { type Fault, faults, mostTriggers, triggerFaults } from '../../../../reference-server/index.ts'
import { type Area, areaOf, areas } from '../../../core/model/vocabulary.ts'
import { counted } from '../../../core/text/counted.ts'
import { idsMatching, matchesGlob } from '../../../core/text/glob.ts'
import { UsageError } from '../../../core/text/usage-error.ts'
import { catalogue } from '../../../specification/catalogue.ts'
import { done } from '../../report/exit-code.ts'
import { command } from '../command.ts'
import { anySeed, wholeNumber } from '../options/numbers.ts'
import { requirements } from './operations-of.ts'

export const faultsCommand = command({
  name: 'faults',
  summary: 'Lists the deliberate defects of the reference server, each with the requirements that it violates.',
  usage: 'faults [GLOB] [--triggers N [--seed N]] [--json]',
  positionals: 1,
  options: {
    triggers: {
      type: 'string',
      value: 'N',
      help: 'Instead, the first N faults drawn from a seed, each with its trigger and its effect.',
    },
    seed: { type: 'string', value: 'N', help: 'With --triggers: the seed (default 1).' },
    json: { type: 'boolean', help: 'Print them as a JSON array.' },
  },
  notes: [
    'Without GLOB, each fault has one line, by area. With GLOB, each also has the sentences that it violates.',
    'GLOB matches fault ids, or the ids of requirements they violate; * stands for any characters: mgi faults "messages.stop-*"',
    'mgi serve --fault ID applies the defect to every request; --fault ID@1/5 to one of five requests it can affect.',
  ],
  async run({ positionals: [glob], values, io }) {
    const all = listedBy(values)
    const pattern = glob ?? '*'
    idsMatching(
      [pattern],
      all.flatMap(({ id, breaks }) => [id, ...breaks]),
      { thing: 'fault', lister: 'mgi faults' },
    )
    const chosen = all
      .filter(({ id, breaks }) => [id, ...breaks].some((one) => matchesGlob(pattern, one)))
      .map(({ id, breaks, behaviour, trigger }) => ({
        id,
        breaks,
        behaviour,
        violates: breaks.flatMap((id) => requirements.get(id)?.statement ?? []),
        trigger,
      }))
    const text = glob === undefined && values.triggers === undefined ? listedByArea(chosen) : listed(chosen)
    io.stdout.write(values.json === true ? `${JSON.stringify(chosen, null, 2)}\n` : text)
    return done
  },
})

function listedBy({ triggers, seed }: { readonly triggers?: string; readonly seed?: string }): readonly Fault[] {
  const count = wholeNumber('triggers', triggers, { least: 1, most: mostTriggers })
  if (count === undefined && seed !== undefined)
    throw new UsageError('--seed draws faults with triggers; add --triggers N')
  return count === undefined ? [...faults.values()] : triggerFaults(wholeNumber('seed', seed, anySeed) ?? 1, count)
}

type Listed = Pick<Fault, 'id' | 'breaks' | 'behaviour' | 'trigger'> & { readonly violates: readonly string[] }

/** Lists the faults of each area, one a line, with what each does. */
function listedByArea(chosen: readonly Listed[]): string {
  const width = Math.max(...chosen.map(({ id }) => id.length))
  return areas
    .map(
      (area) =>
        [
          area,
          chosen.filter(({ breaks }) => breaks[0] !== undefined && areaOfRequirement.get(breaks[0]) === area),
        ] as const,
    )
    .filter(([, own]) => own.length > 0)
    .map(
      ([area, own]) =>
        `${area} (${counted(own.length, 'fault')})\n${own.map((fault) => lineOf(fault, width)).join('')}`,
    )
    .join('\n')
}

function lineOf({ id, behaviour, violates }: Listed, width: number): string {
  return `  ${id.padEnd(width)}  ${behaviour ?? `Violates: ${violates[0]}`}\n`
}

const areaOfRequirement: ReadonlyMap<string, Area> = new Map(
  catalogue.requirements.map(({ id, endpoint }) => [id, areaOf[endpoint]]),
)

function listed(chosen: readonly Listed[]): string {
  const width = Math.max(...chosen.map(({ id }) => id.length))
  return chosen
    .map((fault) => [
      `${fault.id.padEnd(width)}  ${explained(fault)}`,
      ...(fault.behaviour === undefined ? [] : [`  behaviour: ${fault.behaviour}`]),
      ...fault.violates.map((one) => `  violates: ${one}`),
    ])
    .flatMap((lines) => lines.map((line) => `${line}\n`))
    .join('')
}

function explained({ breaks, trigger }: Pick<Fault, 'breaks' | 'trigger'>): string {
  return trigger === undefined ? breaks.join(', ') : `${trigger.words}; effect ${trigger.effect}`
}
