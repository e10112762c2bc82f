import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import type {
  ClientFacts,
  ClientImpact,
  FaultImpact,
} from '../../../conformance/specification/traceability/client-impact.ts'

const file = new URL('../../../docs/client-impact.json', import.meta.url)

/** Reads the results so far. */
export function readImpact(): ClientImpact {
  if (!existsSync(file)) return { formatVersion: 1, clients: [], faults: [] }
  return JSON.parse(readFileSync(file, 'utf8')) as ClientImpact
}

export function writeImpact(impact: ClientImpact): void {
  const draft = new URL(`${file.href}.draft`)
  writeFileSync(draft, impactText(impact))
  renameSync(draft, file)
}

/** Returns the text of the file, with one client or fault a line: a diff shows the faults whose results changed. */
export function impactText({ formatVersion, clients, faults }: ClientImpact): string {
  return [
    '{',
    `  "formatVersion": ${formatVersion},`,
    `  "clients": [\n${listed(clients, '    ')}\n  ],`,
    `  "faults": [\n${listed(faults, '    ')}\n  ]`,
    '}\n',
  ].join('\n')
}

function listed(items: readonly object[], indent: string): string {
  return items.map((item) => indent + JSON.stringify(item)).join(',\n')
}

/** Returns the results with those of one fault merged in. Results of clients that were not tried this time stay. */
export function withFault(before: ClientImpact, clients: readonly ClientFacts[], found: FaultImpact): ClientImpact {
  const names = clients.map(({ name }) => name)
  const own = before.faults.find(({ fault }) => fault === found.fault)
  const isKept = (client: string) => names.includes(client) && !found.tried.includes(client)
  const merged: FaultImpact = {
    ...found,
    tried: inOrder([...(own?.tried ?? []).filter(isKept), ...found.tried], names, (name) => name),
    results: inOrder(
      [...(own?.results ?? []).filter(({ client }) => isKept(client)), ...found.results],
      names,
      ({ client }) => client,
    ),
  }
  const others = before.faults.filter(({ fault }) => fault !== found.fault)
  const faults = [...others, merged].sort((one, other) => (one.fault < other.fault ? -1 : 1))
  return { formatVersion: 1, clients, faults }
}

function inOrder<Item>(items: readonly Item[], names: readonly string[], nameOf: (item: Item) => string): Item[] {
  return items.toSorted((one, other) => names.indexOf(nameOf(one)) - names.indexOf(nameOf(other)))
}
