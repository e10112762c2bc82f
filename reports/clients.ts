import { type ClientEffect, type ClientVerdict, type Effect, effects } from '../conformance/core/model/client-effect.ts'
import type { Cause, Report } from '../conformance/core/model/report.ts'
import { counted } from '../conformance/core/text/counted.ts'
import { clientRows } from './matrix/clients.ts'

/**
 * The words for each effect. None claims that a client works with the target, because clients were tried only with the
 * reference server.
 */
export const effectWords = {
  breaks: 'breaks',
  'may-break': 'may break',
  wrong: 'silently wrong',
  'may-be-wrong': 'may be silently wrong',
} as const satisfies Record<Effect, string>

/** States the limits of the client experiments. Appears once in a report. */
export const experimentNote =
  'These are effects on clients in our experiments with these versions, against a server with the same defect (docs/clients.md of the suite).'

/** Describes the effect that an implementation's causes have on a client, for example `breaks (2 causes)`. */
export function clientCellText(cell: { readonly effect: Effect; readonly causes: number } | null): string {
  return cell === null ? 'no relevant failure' : `${effectWords[cell.effect]} (${counted(cell.causes, 'cause')})`
}

/** The maximum number of characters of an exception or a value. */
const longestDetail = 90

/** Returns the most specific package of a client, with its version. */
export function packageOf({ packages, client }: Pick<ClientEffect, 'packages' | 'client'>): string {
  return packages[0] ?? client
}

/** Returns the effects of a cause on clients as one line: `breaks openai 7.57.0 (…); silently wrong: …`. */
export function clientsText({ clients = [] }: Pick<Cause, 'clients'>): string | undefined {
  if (clients.length === 0) return undefined
  return byEffect(clients)
    .map(({ effect, clients: own }) => {
      const names = own.map((one, index) => (index === 0 ? withDetail(one) : packageOf(one))).join(', ')
      return `${effectBefore[effect]} ${names}`
    })
    .join('; ')
}

/** Groups clients by effect, the worst first. */
function byEffect(
  clients: readonly ClientEffect[],
): readonly { readonly effect: Effect; readonly clients: readonly ClientEffect[] }[] {
  return effects
    .map((effect) => ({ effect, clients: clients.filter((one) => one.effect === effect) }))
    .filter(({ clients: own }) => own.length > 0)
}

function withDetail(client: ClientEffect): string {
  const shown = exerciseText(client)
  return shown === undefined ? packageOf(client) : `${packageOf(client)} (${shown})`
}

/** Returns the exercise that shows an effect, and its result, for example `stream: AnthropicError: …`. */
export function exerciseText({ exercise, detail }: ClientEffect): string | undefined {
  if (exercise === undefined || detail === undefined) return exercise ?? detail
  return `${exercise}: ${detail.length <= longestDetail ? detail : `${detail.slice(0, longestDetail - 1)}…`}`
}

export function hasClients({ causes }: Pick<Report, 'causes'>): boolean {
  return causes.some(({ clients = [] }) => clients.length > 0)
}

/** The most clients that the line of an effect names. */
const mostNamed = 4

/**
 * Names the clients by the worst effect of a report's causes, in one line: `Clients, by experiment: breaks openai 7.57.0,
 * ai 7.0.1; silently wrong: litellm 1.80.0`. Returns undefined if no client is harmed.
 */
export function clientsByEffectText(report: Report): string | undefined {
  const rows = clientRows([report])
  const parts = effects.flatMap((effect) => {
    const own = rows.filter(({ cells: [cell] }) => cell?.effect === effect).map(packageOf)
    return own.length === 0 ? [] : [`${effectBefore[effect]} ${firstOf(own)}`]
  })
  return parts.length === 0 ? undefined : `Clients, by experiment: ${parts.join('; ')}`
}

function firstOf(names: readonly string[]): string {
  const more = names.length - mostNamed
  return `${names.slice(0, mostNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** The words for each effect in front of the names of clients. */
const effectBefore = {
  breaks: effectWords.breaks,
  'may-break': effectWords['may-break'],
  wrong: `${effectWords.wrong}:`,
  'may-be-wrong': `${effectWords['may-be-wrong']}:`,
} as const satisfies Record<Effect, string>

/** Returns the verdict for the clients that the run names, as one line. Returns undefined if it names none. */
export function clientVerdictText({ clients = [] }: Pick<Report, 'clients'>): string | undefined {
  if (clients.length === 0) return undefined
  const groups = [
    part('breaks', withEffect(clients, 'breaks')),
    part('may break', withEffect(clients, 'may-break')),
    part('silently wrong', [...withEffect(clients, 'wrong'), ...withEffect(clients, 'may-be-wrong')]),
    part('no failure of this run is known to break', clients.filter(isUnharmed)),
    part('not tested by this run', clients.filter(isUntested)),
  ]
  const known = groups.filter((text) => text !== undefined).join('; ')
  return `Clients, in our experiments with these versions: ${known}`
}

function withEffect(clients: readonly ClientVerdict[], effect: Effect): readonly ClientVerdict[] {
  return clients.filter((one) => one.effect === effect)
}

function isUnharmed(client: ClientVerdict): boolean {
  return client.effect === undefined && !isUntested(client)
}

function isUntested({ isTested }: ClientVerdict): boolean {
  return !isTested
}

function part(words: string, clients: readonly ClientVerdict[]): string | undefined {
  if (clients.length === 0) return undefined
  return `${words}: ${clients.map((one) => `${packageOf(one)}${numbered(one.causes)}`).join(', ')}`
}

function numbered(causes: readonly number[]): string {
  return causes.length === 0 ? '' : ` (cause ${causes.join(', ')})`
}
