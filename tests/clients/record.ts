import { readFileSync, writeFileSync } from 'node:fs'
import { type Ability, abilities, type Outcomes } from './abilities.ts'
import { type Client, clients } from './clients.ts'

/** The result of trying one client: one entry of `docs/clients.json`. */
export interface Result extends Pick<Client, 'id' | 'language' | 'format' | 'packages' | 'needs'> {
  /** An ability is missing if the client does not have it. */
  readonly abilities: Readonly<Partial<Record<Ability, 'works' | 'fails'>>>
  /** The reason for each failure. */
  readonly fails?: Client['fails']
}

const recordFile = new URL('../../docs/clients.json', import.meta.url)

export function readRecord(): readonly Result[] {
  return (JSON.parse(readFileSync(recordFile, 'utf8')) as { clients: Result[] }).clients
}

/** Publishes results. Keeps the results of clients that were not tried; drops those of clients that no longer exist. */
export function writeRecord(found: readonly Result[]): void {
  const before = readRecord()
  const latest = clients.flatMap(({ id }) => [...found, ...before].find((result) => result.id === id) ?? [])
  writeFileSync(recordFile, `${JSON.stringify({ formatVersion: 1, clients: latest }, null, 2)}\n`)
}

/** Returns the result of a client, in the order of the columns. */
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
