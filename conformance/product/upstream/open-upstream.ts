import { randomBytes } from 'node:crypto'
import type { UpstreamServer } from '../../../reference-server/upstream/serve.ts'
import type { Exchange } from '../../core/model/exchange.ts'
import type { Limit } from '../../core/model/limit.ts'
import type { Operation } from '../../core/model/operation.ts'
import type { Catalogue } from '../../core/model/suite.ts'
import type { Behind, UpstreamTrial } from '../../core/model/upstream.ts'
import { counted } from '../../core/text/counted.ts'
import { UsageError } from '../../core/text/usage-error.ts'
import type { StopReason } from '../../engine/drive/shutdown.ts'
import { type Judge, startJudge } from '../../engine/judge/index.ts'
import type { ExchangePurpose } from '../../engine/record/evidence/line.ts'
import type { Labelled } from '../../engine/record/evidence/secret-spellings.ts'
import { upstreamKeyLabel } from '../../specification/behind/credentials.ts'
import { markWords } from '../../specification/behind/marks.ts'
import type { UpstreamSettings } from '../config/upstream-options.ts'
import { type Experiment, type Incomplete, performExperiment, startArrivals } from './experiment.ts'
import { notLookedForInWords } from './places.ts'
import { type PlannedTrial, trialsFor } from './trials.ts'

/** The facts about its upstream that a run states before it sends anything. */
export interface UpstreamAnnouncement {
  readonly url: string
  /** The key, if the suite drew it. */
  readonly drawnKey: string | undefined
  /** The most requests of the experiment. */
  readonly requests: number
}

/** The parts of a run that the experiment needs. */
export interface ExperimentOfRun extends Pick<Experiment, 'client' | 'bounds' | 'named'> {
  readonly clientKey: string
  /** Records an exchange without its secrets, judges it, and returns it as it was recorded. */
  readonly keep: (exchange: Exchange, about: ExchangePurpose) => Exchange
}

/** An upstream that listens. */
export interface OpenUpstream {
  readonly announcement: UpstreamAnnouncement
  /** The key that the gateway has to send, to be removed from evidence. */
  readonly secret: Labelled
  /** Returns one line if each request for a model that arrived so far had another key: the trouble and its remedy. */
  keyTrouble(): string | undefined
  /**
   * Sends the requests of the experiment, or only those of some trials. Returns the reasons why it is not complete, and
   * the troubles of the upstream itself.
   */
  experiment(
    run: ExperimentOfRun,
    only?: ReadonlySet<string>,
  ): Promise<{ readonly limits: readonly Limit[]; readonly problems: readonly string[] }>
  close(): Promise<void>
}

/**
 * Starts the upstream. `clientKeys` are those with which the target is called. Throws a `UsageError` if the port cannot
 * be used.
 */
export async function openUpstream(
  settings: UpstreamSettings,
  catalogue: Catalogue,
  operations: readonly Operation[],
  clientKeys: readonly string[],
): Promise<OpenUpstream> {
  const { adds } = settings
  const key = settings.key ?? `mgi-upstream-${randomBytes(12).toString('hex')}`
  const { server, arrivals, faults } = await listen(settings, key, clientKeys)
  const planned = trialsFor(operations)
  const { requirements } = catalogue
  const ownCatalogue = { ...catalogue, requirements: requirements.filter(({ behind }) => behind === true) }
  return {
    announcement: {
      url: server.url,
      requests: planned.length,
      drawnKey: settings.key === undefined ? key : undefined,
    },
    secret: { label: upstreamKeyLabel, value: key },
    keyTrouble: () => (areAllStrangers(server) ? keyTroubleInWords(settings) : undefined),
    async experiment({ keep, clientKey, ...run }, only) {
      const common: Omit<Behind, 'trial' | 'received'> = {
        host: new URL(server.url).host,
        ...(key === clientKey ? { isSharedKey: true } : {}),
        ...(adds.length === 0 ? {} : { adds }),
      }
      const judge = startJudge(ownCatalogue)
      const incomplete = await performExperiment({
        ...run,
        operations,
        server,
        arrivals,
        trials: only === undefined ? planned : planned.filter(({ trial }) => isNeeded(trial, only, planned)),
        keep(exchange, trial) {
          const behind: Behind = { trial, received: arrivals.take(exchange.id), ...common }
          judge.see(keep({ ...exchange, behind }, { operation: trial.operation, purpose: purposeOf(trial) }))
        },
        toShowAgain: () => toShowAgain(judge, planned),
      })
      const fault = faultsInWords(faults)
      return { limits: limitsIn(incomplete, operations), problems: fault === undefined ? [] : [fault] }
    },
    close: () => server.close(),
  }
}

/** Starts the server of the upstream, and collects the requests and the exceptions there. */
async function listen(settings: UpstreamSettings, key: string, clientKeys: readonly string[]) {
  const { host, port } = settings
  const arrivals = startArrivals()
  const faults: unknown[] = []
  const { startUpstreamServer } = await import('../../../reference-server/upstream/serve.ts')
  const server = await startUpstreamServer({
    port,
    host,
    key,
    clientKeys,
    words: markWords,
    onArrival: arrivals.noteArrival,
    onReceived: arrivals.noteEnd,
    onFault: (error) => faults.push(error),
  }).catch((error: unknown) => {
    throw usageErrorOf(error, settings)
  })
  return { server, arrivals, faults }
}

function limitsIn(incomplete: Incomplete, operations: readonly Operation[]): readonly Limit[] {
  const unmarked: Limit = { kind: 'unmarked', text: notLookedForInWords(operations) }
  return incomplete === undefined ? [unmarked] : [{ kind: 'experiment', text: incompleteInWords(incomplete) }, unmarked]
}

/** Returns whether a trial is wanted or shows what a wanted one is compared with. */
function isNeeded(
  { id, operation, plain, isMinimal, isAfterwards, aborts, group }: UpstreamTrial,
  only: ReadonlySet<string>,
  all: readonly PlannedTrial[],
): boolean {
  const wanted = all.map(({ trial }) => trial).filter((trial) => only.has(trial.id))
  return wanted.some(
    (one) =>
      one.id === id ||
      (one.operation === operation && isMinimal === true) ||
      one.plain === id ||
      (group !== undefined && one.group === group) ||
      (one.operation === operation && (one.aborts ?? one.isAfterwards) === true && (aborts ?? isAfterwards) === true) ||
      (plain !== undefined && one.operation === operation && plain === one.id),
  )
}

/** Returns the trials whose failures count if they are shown again, but not those whose operation serves nothing. */
function toShowAgain(judge: Pick<Judge, 'conclude'>, planned: readonly PlannedTrial[]): ReadonlySet<string> {
  const once = new Set(
    judge
      .conclude()
      .flatMap(({ findings }) => findings.flatMap((one) => (one.once === true ? [one.caseId ?? one.exchange] : []))),
  )
  return new Set(planned.map(({ trial }) => trial.id).filter((id) => once.has(id)))
}

/** Describes the way in which the upstream answers a trial. */
function purposeOf({ behaviour, aborts }: UpstreamTrial): string {
  if (aborts === true) return 'the experiment: the client goes away in the middle'
  if (behaviour.kind === 'answer') return 'the experiment: the upstream answers'
  if (behaviour.kind === 'status') return `the experiment: the upstream answers ${behaviour.status}`
  return `the experiment: ${behaviour.kind} at the upstream`
}

function incompleteInWords(incomplete: NonNullable<Incomplete>): string {
  switch (incomplete.kind) {
    case 'other-key':
      return 'every request that arrived at the upstream had another key'
    case 'ended':
      return `the gateway no longer accepted connections since ${incomplete.trial}`
    case 'stuck':
      return `the gateway served nothing any more after ${incomplete.trial}`
    case 'stopped':
      return stopsInWords[incomplete.stopReason] ?? 'the experiment was interrupted'
  }
}

const stopsInWords: Partial<Readonly<Record<StopReason, string>>> = {
  'max-requests': 'the maximum number of requests was reached (--max-requests allows more)',
  'max-time': 'the time limit was reached (--max-time allows more)',
}

/** Describes the exceptions that ended exchanges at the upstream. */
function faultsInWords(faults: readonly unknown[]): string | undefined {
  if (faults.length === 0) return undefined
  const [first] = faults
  return `${counted(faults.length, 'request')} to the upstream ended with an internal error (${String(first).slice(0, 300)})`
}

/** Returns whether every request for a model that arrived had another key, before the experiment. */
function areAllStrangers(server: Pick<UpstreamServer, 'others' | 'withoutKey'>): boolean {
  const { other: _other, ...models } = server.others()
  const arrived = Object.values(models).reduce((sum, count) => sum + count, 0)
  return arrived > 0 && server.withoutKey() >= arrived
}

function keyTroubleInWords({ keyFrom }: UpstreamSettings): string {
  const remedy =
    keyFrom === undefined
      ? 'give the gateway the key that the first line names, or name the key that it sends with --upstream-key'
      : `the key of its provider in the gateway is not that of ${keyFrom}; correct one of them`
  return `every request that arrived at the upstream had another key: ${remedy}`
}

/** Returns the error of a port that cannot be used in words that tell what to do. */
function usageErrorOf(error: unknown, { host, port }: UpstreamSettings): unknown {
  const { code } = Object(error) as { readonly code?: string }
  const place = `--upstream ${port}`
  if (code === 'EADDRINUSE')
    return new UsageError(`${place}: another program listens at ${host}:${port}; name a free port`)
  if (code === 'EACCES') return new UsageError(`${place}: this port needs privileges; name one above 1023`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new UsageError(`--upstream-host ${host}: this machine has no such address`)
  return error
}
