import { type ClientEffect, type ClientVerdict, type Effect, effects } from '../conformance/model/client-effect.ts'
import type { Cause, Report } from '../conformance/model/report.ts'
import { counted } from './identity.ts'

/**
 * The words for each effect. None claims that a client works with the target, because clients were tried only with the
 * reference server.
 */
export const effectWords = {
  breaks: 'breaks',
  'may-break': 'may break',
  wrong: 'silently wrong',
  'may-be-wrong': 'may be silently wrong',
  unaffected: 'not affected',
  'not-tried': 'not tried',
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

/** Returns the effects of a cause on clients as one line: `breaks openai 7.57.0 (…); not affected: …`. */
export function clientsText({ clients = [] }: Pick<Cause, 'clients'>): string | undefined {
  if (clients.length === 0) return undefined
  return byEffect(clients)
    .map(({ effect, clients: own }) => {
      const names = own.map((one, index) => (index === 0 ? withDetail(one) : packageOf(one))).join(', ')
      return effect === 'breaks' || effect === 'may-break'
        ? `${effectWords[effect]} ${names}`
        : `${effectWords[effect]}: ${names}`
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
  if (exercise === undefined) return undefined
  if (detail === undefined) return exercise
  return `${exercise}: ${detail.length <= longestDetail ? detail : `${detail.slice(0, longestDetail - 1)}…`}`
}

/** Returns whether a cause of the report has effects on clients. */
export function hasClients({ causes }: Pick<Report, 'causes'>): boolean {
  return causes.some(({ clients = [] }) => clients.length > 0)
}

/** Returns the verdict for the clients that the run names, as one line. Returns undefined if it names none. */
export function clientVerdictText({ clients = [] }: Pick<Report, 'clients'>): string | undefined {
  if (clients.length === 0) return undefined
  const groups = [
    part('breaks', withEffect(clients, 'breaks')),
    part('may break', withEffect(clients, 'may-break')),
    part('silently wrong', [...withEffect(clients, 'wrong'), ...withEffect(clients, 'may-be-wrong')]),
    part('no failure of this run is known to break', clients.filter(isUnharmed)),
    part('not tested by this run', clients.filter(isUntested)),
    part('not tried', clients.filter(({ untried }) => untried.length > 0).map(asUntried)),
  ]
  const known = groups.filter((text) => text !== undefined).join('; ')
  return `Clients, in our experiments with these versions: ${known}`
}

function withEffect(clients: readonly ClientVerdict[], effect: Effect): readonly ClientVerdict[] {
  return clients.filter((one) => one.effect === effect)
}

/**
 * Returns whether a client is unharmed. A client that was not tried with any of the failures does not count as
 * unharmed.
 */
function isUnharmed(client: ClientVerdict): boolean {
  const { effect, untried } = client
  return effect === 'unaffected' || (effect === undefined && untried.length === 0 && !isUntested(client))
}

function isUntested({ isTested }: ClientVerdict): boolean {
  return !isTested
}

function asUntried(client: ClientVerdict): ClientVerdict {
  return { ...client, causes: client.untried }
}

function part(words: string, clients: readonly ClientVerdict[]): string | undefined {
  if (clients.length === 0) return undefined
  return `${words}: ${clients.map((one) => `${packageOf(one)}${numbered(one.causes)}`).join(', ')}`
}

function numbered(causes: readonly number[]): string {
  return causes.length === 0 ? '' : ` (cause ${causes.join(', ')})`
}
