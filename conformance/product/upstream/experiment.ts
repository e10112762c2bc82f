import { setTimeout } from 'node:timers/promises'
import type { UpstreamServer } from '../../../reference-server/upstream/serve.ts'
import type { Exchange, RecordedRequest } from '../../core/model/exchange.ts'
import type { Operation } from '../../core/model/operation.ts'
import type { ReceivedRequest, UpstreamTrial } from '../../core/model/upstream.ts'
import { attemptId } from '../../core/model/why.ts'
import { asksForPause, backoff } from '../../engine/drive/backoff.ts'
import { type Bounds, newScheduler, type Scheduler } from '../../engine/drive/scheduler.ts'
import type { StopReason } from '../../engine/drive/shutdown.ts'
import type { Load } from '../../engine/drive/throttle.ts'
import type { Client } from '../../engine/record/client/client.ts'
import { drawnAgain, type PlannedTrial } from './trials.ts'

/** The parts of an experiment. */
export interface Experiment {
  readonly trials: readonly PlannedTrial[]
  readonly operations: readonly Operation[]
  readonly server: Pick<UpstreamServer, 'expect' | 'pause' | 'resume' | 'withoutKey'>
  readonly client: Pick<Client, 'send'>
  readonly arrivals: Arrivals
  readonly bounds: Bounds
  /** Returns a request with what the ordinary run found that the target needs (interpretation U3). */
  readonly named: (request: RecordedRequest) => RecordedRequest
  /** Keeps an exchange of the client with everything that arrived for it. */
  readonly keep: (exchange: Exchange, trial: UpstreamTrial) => void
  /** Returns the trials that failed and count if they fail again. */
  readonly toShowAgain: () => ReadonlySet<string>
}

/** The requests that the upstream has received so far, by the exchange of the client. */
export interface Arrivals {
  readonly has: (exchange: string) => boolean
  /** Resolves when a request for the exchange arrives. */
  readonly begun: (exchange: string) => Promise<void>
  /** Resolves when the exchange at the upstream is over. */
  readonly ended: (exchange: string) => Promise<void>
}

/** The reason why an experiment is not complete; `undefined` if it is. */
export type Incomplete =
  | { readonly kind: 'stopped'; readonly stopReason: StopReason }
  /** Everything that arrived had a key that is neither the upstream's nor the client's. */
  | { readonly kind: 'other-key' }
  /** The gateway no longer accepts connections since this trial. */
  | { readonly kind: 'ended'; readonly trial: string }
  /** The gateway serves nothing any more after a client went away. */
  | { readonly kind: 'stuck'; readonly trial: string }
  | undefined

/** The times in milliseconds: of silence until the client gives up, of reading before it goes away, and of waiting. */
const silence = 10_000
const reading = 200
const longestWait = 10_000
/** The pauses before a request after a client went away is sent again (interpretation U7). */
const pauses = [1_000, 5_000] as const
/** The most attempts of a request that the gateway itself answers by asking for a pause. */
const mostAsked = 6

type Kind = UpstreamTrial['behaviour']['kind']

/**
 * Sends the requests of an experiment. Those that the upstream answers come first, since a gateway may stop using a
 * provider that fails. Operations of which nothing arrives are given up after that. Each failure is shown again, after a
 * plain request, and what did not arrive by chance is sent again (interpretation U2).
 */
export async function performExperiment(experiment: Experiment): Promise<Incomplete> {
  const { trials, server, arrivals } = experiment
  const before = server.withoutKey()
  const sending = startSending(experiment)
  const arrived = (ones: readonly PlannedTrial[]) => ones.filter(({ trial }) => arrivals.has(trial.id))
  const answers = trials.filter(({ trial }) => trial.behaviour.kind === 'answer' && trial.isAfterwards !== true)
  try {
    await sending.each(answers)
    const serving = arrived(answers)
    if (serving.length === 0 && server.withoutKey() > before) return { kind: 'other-key' }
    await sending.again(answers)
    const operations = new Set(serving.map(({ trial }) => trial.operation))
    const left = trials.filter((one) => !answers.includes(one) && operations.has(one.trial.operation))
    const ofKind = (...kinds: readonly Kind[]) => left.filter(({ trial }) => kinds.includes(trial.behaviour.kind))

    for (const group of groupsOf(ofKind('together'))) await sending.together(group)
    const aborting = ofKind('endless')
    const after = left.filter(({ trial }) => trial.isAfterwards === true)
    const stuck = await sendAborting(aborting, after, operations, sending)
    if (stuck !== undefined) return sending.incomplete() ?? { kind: 'stuck', trial: stuck }
    await sending.again(aborting)
    for (const phase of [
      ofKind('cut', 'garbled', 'error-event', 'silence-in-stream'),
      ofKind('status', 'reset', 'not-json', 'half-body', 'silence'),
    ]) {
      await sending.each(phase)
      await sending.again(phase)
    }
    const refused = ofKind('refused')
    if (refused.length > 0) {
      await whilePaused(server, () => sending.each(refused))
      await sending.again(refused, (work) => whilePaused(server, work))
    }
    return sending.incomplete()
  } finally {
    sending.end()
  }
}

/** Sends requests whose client goes away. Returns the last one after which an operation serves nothing, if there is one. */
async function sendAborting(
  aborting: readonly PlannedTrial[],
  afterwards: readonly PlannedTrial[],
  operations: Iterable<string>,
  sending: Sending,
): Promise<string | undefined> {
  for (const operation of operations) {
    const own = aborting.filter(({ trial }) => trial.operation === operation)
    const after = afterwards.find(({ trial }) => trial.operation === operation)
    await sending.each(own)
    if (after !== undefined && !(await isServedAfter(after, sending))) return own.at(-1)!.trial.id
  }
  return undefined
}

async function whilePaused({ pause, resume }: Pick<UpstreamServer, 'pause' | 'resume'>, work: () => Promise<void>) {
  await pause()
  await work().finally(resume)
}

/** Sends a request after a client went away, again after pauses. Returns whether it was served. */
async function isServedAfter(after: PlannedTrial, sending: Sending): Promise<boolean> {
  for (const pause of [0, ...pauses]) {
    if (pause > 0) await sending.sleep(pause)
    const exchange = await sending.one(after)
    if (exchange === undefined || exchange.response?.status === 200) return exchange !== undefined
  }
  return false
}

/** Sends trials as far as the bounds allow. */
interface Sending {
  /** Sends a trial, with other marks if it was sent before. Returns nothing if it is not sent any more. */
  one(planned: PlannedTrial): Promise<Exchange | undefined>
  each(trials: readonly PlannedTrial[]): Promise<void>
  /** Sends trials at the same time, and all of them again if one fails. */
  together(trials: readonly PlannedTrial[]): Promise<void>
  /** Sends a plain request of each operation, and then those of the trials again that failed or did not arrive. */
  again(trials: readonly PlannedTrial[], within?: (work: () => Promise<void>) => Promise<void>): Promise<void>
  sleep(ms: number): Promise<void>
  incomplete(): Incomplete
  end(): void
}

function startSending(experiment: Experiment): Sending {
  const { trials, bounds, toShowAgain } = experiment
  const most = Math.max(1, ...groupsOf(trials).map(({ length }) => length))
  const scheduler = newScheduler({ ...bounds, together: most })
  const progress: Progress = { attempts: new Map(), lost: new Set(), serving: new Set() }
  const one: Sending['one'] = (planned) => sendOnce(planned, experiment, scheduler, progress)
  const each: Sending['each'] = async (list) => void (await Promise.all(list.map(one)))
  const failed = (list: readonly PlannedTrial[]): readonly PlannedTrial[] => {
    const { lost, serving } = progress
    const wanted = toShowAgain()
    return list.filter(({ trial: { id, operation } }) => wanted.has(id) || (lost.has(id) && serving.has(operation)))
  }
  const plainOf = (list: readonly PlannedTrial[]) => {
    const here = new Set(list.map(({ trial }) => trial.operation))
    return trials.filter(({ trial }) => trial.isMinimal === true && here.has(trial.operation))
  }
  return {
    one,
    each,
    together: (list) =>
      scheduler.together(async () => {
        await each(list)
        if (failed(list).length === 0) return
        await each(plainOf(list))
        await each(list)
      }),
    async again(list, within = (work) => work()) {
      const unproven = failed(list)
      if (unproven.length === 0) return
      await each(plainOf(unproven))
      await within(() => each(unproven))
    },
    sleep: scheduler.sleep,
    incomplete: () => incompleteBy(progress),
    end: scheduler.end,
  }
}

/** The trials sent so far, by id, and their operations. */
interface Progress {
  readonly attempts: Map<string, number>
  /** Trials on which the gateway failed by itself. */
  readonly lost: Set<string>
  /** Operations of which something arrived at the upstream. */
  readonly serving: Set<string>
  /** The trial since which the gateway no longer accepts connections. */
  ended?: string
  stopReason?: StopReason | undefined
}

/** Sends a trial, unless the gateway has ended. */
async function sendOnce(
  first: PlannedTrial,
  experiment: Experiment,
  scheduler: Scheduler,
  progress: Progress,
): Promise<Exchange | undefined> {
  if (progress.ended !== undefined) return undefined
  const { operations, server, arrivals } = experiment
  const { id, operation } = first.trial
  const attempt = (progress.attempts.get(id) ?? 0) + 1
  progress.attempts.set(id, attempt)
  const planned =
    attempt === 1 ? first : drawnAgain(first, operations.find((known) => known.id === operation)!, attempt)
  server.expect([{ exchange: attemptId(id, attempt), trial: planned.trial }])
  const sent = await sendTrial(planned, attempt, experiment, scheduler)
  if (arrivals.has(attemptId(id, attempt))) progress.serving.add(operation)
  else if (sent !== undefined && isLost(sent, first)) progress.lost.add(id)
  if (sent === undefined) progress.stopReason ??= scheduler.stopped
  else if (isGone(sent) && (await isStillGone(planned, experiment, scheduler))) progress.ended ??= id
  return sent
}

function incompleteBy({ ended, stopReason }: Progress): Incomplete {
  if (ended !== undefined) return { kind: 'ended', trial: ended }
  return stopReason === undefined ? undefined : { kind: 'stopped', stopReason }
}

/** Returns whether the gateway failed on a request by itself, which it may do by chance. */
function isLost({ response }: Exchange, { trial }: PlannedTrial): boolean {
  return trial.behaviour.kind !== 'refused' && (response === null || response.status >= 500)
}

/** Returns whether nothing listens at the address of the gateway. */
function isGone({ response, trouble }: Exchange): boolean {
  return response === null && trouble === 'ECONNREFUSED'
}

/** Returns whether the gateway does not come back within a moment. */
async function isStillGone({ request }: PlannedTrial, { client }: Experiment, scheduler: Scheduler): Promise<boolean> {
  await scheduler.sleep(pauses[0])
  return isGone(await client.send(request, 'alive'))
}

async function sendTrial(
  { trial, request }: PlannedTrial,
  attempt: number,
  experiment: Experiment,
  scheduler: Scheduler,
): Promise<Exchange | undefined> {
  const { arrivals, keep } = experiment
  const id = attemptId(trial.id, attempt)
  const send = (signal: AbortSignal) => sendAndWait({ trial, request }, id, experiment, signal)
  // A gateway that itself asks the client to wait says nothing about its provider.
  const isPutOff = (sent: Exchange): boolean => !arrivals.has(id) && asksToWait(sent, trial)
  const load = (sent: Exchange, rounds: number): Load => {
    if (!isPutOff(sent)) return 'served'
    const pause = backoff(sent.response, rounds + 1, Math.random())
    return pause === undefined ? 'unknown' : { pause }
  }
  for (let asked = 1; ; asked += 1) {
    const scheduled = await scheduler.run(send, { load })
    if (!('done' in scheduled)) return undefined
    const sent = { ...scheduled.done, caseId: trial.id, attempt }
    if (asked < mostAsked && isPutOff(sent)) continue
    keep(sent, trial)
    return sent
  }
}

/** Sends a request as the client of its trial does, and waits until the exchange at the upstream is over. */
async function sendAndWait(
  { trial, request }: Pick<PlannedTrial, 'trial' | 'request'>,
  id: string,
  { client, arrivals, named }: Experiment,
  signal: AbortSignal,
): Promise<Exchange> {
  const { kind } = trial.behaviour
  const going = new AbortController()
  const signals = [signal, going.signal]
  // A gateway that lost the places of clients that left may let the next ones wait for ever.
  const isLeftWaiting = kind === 'silence' || kind === 'silence-in-stream' || trial.isAfterwards === true
  if (isLeftWaiting) signals.push(AbortSignal.timeout(silence))
  const sending = client.send(named(request), id, AbortSignal.any(signals))
  if (trial.aborts === true) {
    await Promise.race([arrivals.begun(id), sending])
    await setTimeout(reading)
    going.abort()
  }
  const sent = await sending
  // A request without a reply may still be on its way; the upstream tells when it is over.
  if (arrivals.has(id)) await Promise.race([arrivals.ended(id), waited(kind)])
  return sent
}

/**
 * Returns whether the gateway puts a request off because of a limit of its own. Its 503 for a provider that it cannot
 * reach, or after a client went away, is the answer that the trial looks for.
 */
function asksToWait({ response }: Exchange, { behaviour, isAfterwards }: UpstreamTrial): boolean {
  const isLookedFor = behaviour.kind === 'refused' || isAfterwards === true
  return isLookedFor ? response?.status === 429 : asksForPause(response)
}

/** Waits for the end of an exchange that the client no longer waits for. Silence lasts as long as the gateway waits. */
function waited(kind: Kind): Promise<void> {
  const long = kind === 'endless' ? longestWait : reading
  return setTimeout(long, undefined, { ref: false })
}

function groupsOf(trials: readonly PlannedTrial[]): readonly (readonly PlannedTrial[])[] {
  const groups = new Map<string, PlannedTrial[]>()
  for (const one of trials) {
    const { group } = one.trial
    if (group !== undefined) groups.set(group, [...(groups.get(group) ?? []), one])
  }
  return [...groups.values()]
}

/** Keeps what the upstream received, and lets the experiment wait for it. */
export function startArrivals(): Arrivals & {
  readonly noteArrival: (exchange: string) => void
  readonly noteEnd: (exchange: string, received: ReceivedRequest) => void
  /** Returns what was received for an exchange, and forgets it. */
  readonly take: (exchange: string) => readonly ReceivedRequest[]
} {
  const received = new Map<string, ReceivedRequest[]>()
  const [begun, ended] = [startGates(), startGates()]
  return {
    noteArrival: (exchange) => begun.open(exchange),
    noteEnd(exchange, one) {
      received.set(exchange, [...(received.get(exchange) ?? []), one])
      ended.open(exchange)
    },
    take(exchange) {
      const own = received.get(exchange) ?? []
      received.delete(exchange)
      return own
    },
    has: begun.isOpen,
    begun: begun.wait,
    ended: ended.wait,
  }
}

/** Gates that others wait for, by name. */
interface Gates {
  readonly open: (name: string) => void
  readonly isOpen: (name: string) => boolean
  readonly wait: (name: string) => Promise<void>
}

function startGates(): Gates {
  const opened = new Set<string>()
  const waiting = new Map<string, (() => void)[]>()
  return {
    open(name) {
      opened.add(name)
      for (const go of waiting.get(name) ?? []) go()
      waiting.delete(name)
    },
    isOpen: (name) => opened.has(name),
    wait: (name) =>
      new Promise((resolve) => {
        if (opened.has(name)) resolve()
        else waiting.set(name, [...(waiting.get(name) ?? []), resolve])
      }),
  }
}
