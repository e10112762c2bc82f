import { readFileSync, writeFileSync } from 'node:fs'
import { type Effect, effects } from '../../../conformance/core/model/client-effect.ts'
import type { Endpoint } from '../../../conformance/core/model/vocabulary.ts'
import type {
  ClientImpact,
  ClientTable,
  TriedFault,
} from '../../../conformance/specification/traceability/client-impact.ts'
import { clientTableOf } from '../../../conformance/specification/traceability/client-table.ts'
import { combinedEffect } from '../../../conformance/specification/traceability/combined-effect.ts'
import { type Figures, figuresFor, figuresOf, mostHarmful } from './figures.ts'

const page = new URL('../../../docs/clients.md', import.meta.url)
const marks = ['<!-- client impact: npm run client-impact -->\n', '<!-- end of client impact -->'] as const

/** Writes the tables of the results between the markers of the page. */
export function writePage(impact: ClientImpact): void {
  writeFileSync(page, withImpact(readFileSync(page, 'utf8'), impact))
}

/** Returns the page with these tables between its markers. Throws if a marker is missing. */
export function withImpact(text: string, impact: ClientImpact): string {
  const begin = text.indexOf(marks[0])
  const end = text.indexOf(marks[1])
  if (begin < 0 || end < begin) throw new Error(`the marks ${marks.join('… ')} are missing`)
  return `${text.slice(0, begin + marks[0].length)}\n${tables(impact)}\n\n${text.slice(end)}`
}

function tables(impact: ClientImpact): string {
  return [
    figuresTable(impact),
    '### The most harmful faults',
    harmTable(impact),
    '### By requirement',
    requirementsTable(clientTableOf(impact)),
  ].join('\n\n')
}

function figuresTable(impact: ClientImpact): string {
  const all = ['**all together**', '', ...cellsOf(figuresOf(impact))]
  const rows = impact.clients.map(({ name, packages }) => {
    return [`\`${name}\``, packages.join(', '), ...cellsOf(figuresFor(name, impact))]
  })
  const head = ['client', 'versions', 'faults shown', 'break it', 'silently wrong', 'no effect', 'not shown']
  return table(head, [all, ...rows])
}

function cellsOf({ shown, breaking, silent, harmless, notShown }: Figures): readonly string[] {
  const share = (count: number) => (shown === 0 ? '0' : `${count} (${Math.round((100 * count) / shown)} %)`)
  return [String(shown), share(breaking), share(silent), share(harmless), String(notShown)]
}

/** The number of faults in the list of the most harmful ones. */
const listed = 10

function harmTable(impact: ClientImpact): string {
  const rows = mostHarmful(impact, listed).map(({ fault, broken, wrong }) => [
    `\`${fault}\``,
    namesOf(broken),
    namesOf(wrong),
  ])
  return table(['fault', 'breaks', 'silently wrong'], rows)
}

function namesOf(clients: readonly string[]): string {
  return clients.length === 0 ? '–' : clients.join(', ')
}

const words = {
  breaks: '**breaks**',
  'may-break': 'may break',
  wrong: 'wrong',
  'may-be-wrong': 'may be wrong',
} as const satisfies Record<Effect, string>

/** The worst effect on a client; `none` if it was not harmed, and `undefined` if no exercise showed the fault. */
type Shown = Effect | 'none' | undefined

/** A requirement on one operation, and its effect on each client. */
interface Row {
  readonly requirement: string
  readonly operation: Endpoint
  readonly effects: readonly Shown[]
}

/** Lists the requirements whose faults harm a client. Those that break the most clients come first. */
function requirementsTable({ clients, faults }: ClientTable): string {
  const names = clients.map(({ name }) => name)
  const requirements = [...new Set(faults.flatMap((fault) => fault.requirements))].sort()
  const rows = requirements
    .flatMap((requirement) => rowsOf(requirement, faults, names))
    .filter((row) => row.effects.some(isHarm))
    .toSorted((one, other) => harmOf(other) - harmOf(one))
  const cells = rows.map(({ requirement, operation, effects: own }) => {
    return [`\`${requirement}\``, operation, ...own.map(cellOf)]
  })
  return table(['requirement', 'operation', ...names], cells)
}

function cellOf(effect: Shown): string {
  if (effect === undefined) return '–'
  return effect === 'none' ? 'no effect' : words[effect]
}

function rowsOf(requirement: string, faults: readonly TriedFault[], names: readonly string[]): readonly Row[] {
  const own = faults.filter(({ requirements }) => requirements.includes(requirement))
  const operations = [...new Set(own.flatMap(({ worst }) => Object.keys(worst)))].sort() as Endpoint[]
  return operations.map((operation) => ({
    requirement,
    operation,
    effects: names.map((name) => {
      const results = own.flatMap(({ worst }) => worst[operation]?.[name] ?? [])
      return results.length === 0 ? undefined : (combinedEffect(results)?.effect ?? 'none')
    }),
  }))
}

function isHarm(effect: Shown): boolean {
  return effect !== undefined && effect !== 'none'
}

/** Exceeds the number of clients, so that one worse effect outweighs any number of milder ones. */
const base = 100

function harmOf({ effects: own }: Row): number {
  return effects.reduce((sum, effect) => sum * base + own.filter((one) => one === effect).length, 0)
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
