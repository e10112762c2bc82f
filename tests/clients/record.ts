import { readFileSync, writeFileSync } from 'node:fs'
import { type Ability, abilities, type Outcomes } from './abilities.ts'
import { type Client, clients } from './clients.ts'

/** What came of trying a client; a line of `docs/clients.json`. */
export interface Result extends Pick<Client, 'id' | 'language' | 'format' | 'packages' | 'needs'> {
  /** What is left out, the client does not have. */
  readonly abilities: Readonly<Partial<Record<Ability, 'works' | 'fails'>>>
  /** The reason for each that fails. */
  readonly fails?: Client['fails']
}

const recordFile = new URL('../../docs/clients.json', import.meta.url)

/** The results that are published. */
export function readRecord(): readonly Result[] {
  return (JSON.parse(readFileSync(recordFile, 'utf8')) as { clients: Result[] }).clients
}

/** Publishes results; those of clients that were not tried stay. Those of clients that are gone go. */
export function writeRecord(found: readonly Result[]): void {
  const before = readRecord()
  const latest = clients.flatMap(({ id }) => [...found, ...before].find((result) => result.id === id) ?? [])
  writeFileSync(recordFile, `${JSON.stringify({ formatVersion: 1, clients: latest }, null, 2)}\n`)
}

/** The result of a client, in the order of the columns. */
export function resultOf({ id, language, format, packages, needs, fails }: Client, outcomes: Outcomes): Result {
  const tried = (Object.keys(abilities) as Ability[]).filter((ability) => outcomes[ability] !== undefined)
  return {
    id,
    language,
    format,
    packages,
    abilities: Object.fromEntries(
      tried.map((ability) => [ability, outcomes[ability] === 'works' ? 'works' : 'fails'] as const),
    ),
    needs,
    fails,
  }
}
