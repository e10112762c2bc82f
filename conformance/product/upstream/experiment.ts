import { setTimeout } from 'node:timers/promises'
import type { UpstreamServer } from '../../../reference-server/upstream/serve.ts'
import type { Exchange } from '../../core/model/exchange.ts'
import type { ReceivedRequest } from '../../core/model/upstream.ts'
import type { Client } from '../../engine/record/client/client.ts'
import type { PlannedTrial } from './trials.ts'

/** The parts of an experiment. */
export interface Experiment {
  readonly trials: readonly PlannedTrial[]
  readonly server: Pick<UpstreamServer, 'pause' | 'resume' | 'withoutKey'>
  readonly client: Pick<Client, 'send'>
  readonly arrivals: Arrivals
  /** The most requests at the same time, except for those that must be at the same time. */
  readonly concurrency: number
  readonly signal: AbortSignal
  /** The most requests per second. */
  readonly rate: number | undefined
  /** Keeps an exchange of the client. */
  readonly keep: (trial: string, exchange: Exchange) => void
}

/** The requests that the upstream has received so far. */
export interface Arrivals {
  readonly has: (trial: string) => boolean
  /** Resolves when a request of the trial arrives. */
  readonly begun: (trial: string) => Promise<void>
  /** Resolves when the exchange of the trial is over. */
  readonly ended: (trial: string) => Promise<void>
}

/** The times in milliseconds: of silence until the client gives up, of reading before it goes away, and of waiting. */
const silence = 10_000
const reading = 200
const longestWait = 10_000

/**
 * Sends the requests of an experiment. Those that the upstream answers come first, since a gateway may stop using a
 * provider that fails. Operations of which nothing arrives are given up after that.
 */
export async function performExperiment(experiment: Experiment): Promise<void> {
  const { trials, server, arrivals, concurrency, signal } = experiment
  const pace = paceOf(experiment.rate)
  const before = server.withoutKey()
  const hasArrived = ({ trial }: PlannedTrial): boolean => arrivals.has(trial.id)
  const send = async (one: PlannedTrial): Promise<void> => {
    await pace()
    await sendTrial(one, experiment)
  }
  const answers = trials.filter(({ trial }) => trial.behaviour.kind === 'answer' && trial.isAfterwards !== true)
  await eachOf(answers, concurrency, send, signal)
  // Nothing that the upstream does shows if it rejects the gateway's key. Before the experiment, a gateway that passes
  // keys on passed wrong ones, too.
  const isRejected = server.withoutKey() - before >= Math.max(1, answers.filter(hasArrived).length)
  if (answers.length > 0 && isRejected) return
  const arrived = new Set(answers.filter(hasArrived).map(({ trial }) => trial.operation))
  const left = trials.filter((one) => !answers.includes(one) && arrived.has(one.trial.operation))
  const ofKind = (...kinds: readonly string[]) => left.filter(({ trial }) => kinds.includes(trial.behaviour.kind))

  for (const group of groupsOf(ofKind('together'))) await eachOf(group, group.length, send, signal)
  for (const one of ofKind('endless', 'answer')) if (!signal.aborted) await send(one)
  await eachOf(ofKind('cut', 'garbled', 'error-event', 'silence-in-stream'), concurrency, send, signal)
  await eachOf(ofKind('status', 'reset', 'not-json', 'half-body', 'silence'), concurrency, send, signal)
  const refused = ofKind('refused')
  if (refused.length === 0 || signal.aborted) return
  await server.pause()
  await eachOf(refused, concurrency, send, signal)
  await server.resume()
}

/** Returns a function that waits until the next request may be sent. */
function paceOf(rate: number | undefined): () => Promise<void> {
  if (rate === undefined) return async () => {}
  let next = performance.now()
  return async () => {
    const now = performance.now()
    next = Math.max(now, next + 1000 / rate)
    await setTimeout(next - now)
  }
}

function groupsOf(trials: readonly PlannedTrial[]): readonly (readonly PlannedTrial[])[] {
  const groups = new Map<string | undefined, PlannedTrial[]>()
  for (const one of trials) groups.set(one.trial.group, [...(groups.get(one.trial.group) ?? []), one])
  return [...groups.values()]
}

async function sendTrial({ trial, request }: PlannedTrial, experiment: Experiment): Promise<void> {
  const { client, signal, arrivals, keep } = experiment
  const { kind } = trial.behaviour
  const going = new AbortController()
  const signals = [signal, going.signal]
  if (kind === 'silence' || kind === 'silence-in-stream') signals.push(AbortSignal.timeout(silence))
  const sending = client.send(request, trial.id, AbortSignal.any(signals))
  if (trial.aborts === true) {
    await Promise.race([arrivals.begun(trial.id), sending])
    await setTimeout(reading)
    going.abort()
  }
  keep(trial.id, await sending)
  // A request without a reply may still be on its way; the upstream tells when it is over.
  if (arrivals.has(trial.id)) await Promise.race([arrivals.ended(trial.id), waited(kind)])
}

/** Waits for the end of an exchange that the client no longer waits for. Silence lasts as long as the gateway waits. */
function waited(kind: string): Promise<void> {
  const long = kind === 'endless' ? longestWait : reading
  return setTimeout(long, undefined, { ref: false })
}

async function eachOf<Item>(
  items: readonly Item[],
  concurrency: number,
  run: (item: Item) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const queue = [...items]
  const work = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined && !signal.aborted; item = queue.shift()) await run(item)
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, work))
}

/** Keeps what the upstream received, and lets the experiment wait for it. */
export function startArrivals(): Arrivals & {
  readonly noteArrival: (trial: string) => void
  readonly noteEnd: (received: ReceivedRequest) => void
  readonly received: readonly ReceivedRequest[]
} {
  const received: ReceivedRequest[] = []
  const [begun, ended] = [startGates(), startGates()]
  return {
    received,
    noteArrival: (trial) => begun.open(trial),
    noteEnd(one) {
      received.push(one)
      ended.open(one.trial)
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
