import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { programFile } from '../../../schemas/package-root.ts'
import type { Report } from '../../core/model/report.ts'
import { UsageError } from '../../core/text/usage-error.ts'
import type { Passed } from '../../engine/record/proxy/reverse-proxy.ts'
import {
  type JudgedCounts,
  type JudgingOptions,
  type ReportPeriod,
  startJudging,
  type ViolatedRequirement,
} from './judging.ts'

/** A message to the worker. */
export type Order =
  | { readonly kind: 'see'; readonly batch: readonly Packed[] }
  | { readonly kind: 'violations' }
  | { readonly kind: 'report'; readonly stretch: ReportPeriod }

/** A message from the worker. */
export type WorkerMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'rejected'; readonly message: string; readonly more: readonly string[] }
  | { readonly kind: 'seen'; readonly bytes: number; readonly counts: JudgedCounts }
  | { readonly kind: 'violations'; readonly violations: readonly ViolatedRequirement[] }
  | { readonly kind: 'report'; readonly report: Report }

/** An exchange with the bytes of the response in one piece, which are transferred to the worker instead of copied. */
export interface Packed {
  readonly passed: Passed
  readonly reply: Uint8Array<ArrayBuffer>
  readonly cuts: readonly (readonly [at: number, length: number])[]
}

/** A judge that does not delay requests. */
export interface JudgingThread {
  /** Returns the number of bytes that wait for judging. */
  waiting(): number
  see(passed: Passed): void
  counts(): JudgedCounts
  /** Returns the error that ended judging, if there was one. */
  failure(): Error | undefined
  violations(): Promise<readonly ViolatedRequirement[]>
  report(stretch: ReportPeriod): Promise<Report>
  end(): Promise<void>
}

/** The maximum number of exchanges in one message. Every message between threads has a fixed cost. */
const mostInBatch = 64
const batchMs = 20

const script = programFile('conformance/product/proxy/worker.js')

/**
 * Starts judging in a worker thread. When running from source, the worker's script is not compiled, so judges in this
 * thread.
 */
export async function startThread(options: JudgingOptions): Promise<JudgingThread> {
  return existsSync(fileURLToPath(script)) ? startWorker(options, script) : inPlace(options)
}

async function inPlace(options: JudgingOptions): Promise<JudgingThread> {
  const judging = await startJudging(options)
  return {
    waiting: () => 0,
    see: judging.see,
    counts: judging.counts,
    failure: () => undefined,
    violations: async () => judging.violations(),
    report: async (stretch) => judging.report(stretch),
    end: async () => judging.close(),
  }
}

/**
 * Starts a worker and waits until it judges. Throws a `UsageError` if the options name files that cannot be used, and
 * the error of the worker if it ends.
 */
export async function startWorker(options: JudgingOptions, file: URL): Promise<JudgingThread> {
  const link = await openLink(new Worker(file, { workerData: options }))
  const batch = startBatch(link)
  const ask = (order: Order): Promise<WorkerMessage> => {
    batch.flush()
    return link.ask(order)
  }
  return {
    waiting: () => link.state.waiting,
    see: (passed) => {
      if (link.state.failure === undefined) batch.add(pack(passed))
    },
    counts: () => link.state.counts,
    failure: () => link.state.failure,
    violations: async () => {
      const word = await ask({ kind: 'violations' })
      return word.kind === 'violations' ? word.violations : []
    },
    report: async (stretch) => {
      const word = await ask({ kind: 'report', stretch })
      if (word.kind !== 'report') throw new Error('the judging thread sent an unexpected response')
      return word.report
    },
    end: async () => {
      batch.flush()
      // A worker that has failed ends by itself.
      if (link.state.failure === undefined) link.worker.postMessage(null)
      await link.ended
    },
  }
}

/** The connection to a worker that judges. */
interface Link {
  readonly worker: Worker
  /** The number of bytes that wait for judging is infinite once the worker has failed. */
  readonly state: { waiting: number; counts: JudgedCounts; failure?: Error }
  readonly ended: Promise<unknown>
  /** Sends an order, and returns the answer. */
  ask(order: Order): Promise<WorkerMessage>
}

/** Waits until a worker judges. Throws if it ends before, or rejects its options. */
async function openLink(worker: Worker): Promise<Link> {
  const counts = { judged: 0, inPart: 0, cancelled: 0, notJudgeable: 0, forgotten: 0 }
  const state: Link['state'] = { waiting: 0, counts }
  const asked: { readonly resolve: (word: WorkerMessage) => void; readonly reject: (error: Error) => void }[] = []
  const giveUp = (error: Error): void => {
    state.failure ??= error
    // From here on, nothing is judged.
    state.waiting = Number.POSITIVE_INFINITY
    for (const { reject } of asked.splice(0)) reject(state.failure)
  }
  worker.on('message', (word: WorkerMessage) => {
    if (word.kind !== 'seen') return asked.shift()?.resolve(word)
    state.waiting -= word.bytes
    state.counts = word.counts
  })
  worker.once('error', giveUp)
  const ended = new Promise<void>((resolve) => {
    worker.once('exit', () => {
      giveUp(new Error('the judging thread has ended'))
      resolve()
    })
  })
  const answer = () => new Promise<WorkerMessage>((resolve, reject) => asked.push({ resolve, reject }))
  const first = await answer()
  if (first.kind === 'rejected') {
    await worker.terminate()
    throw new UsageError(first.message, first.more)
  }
  const ask = (order: Order): Promise<WorkerMessage> => {
    if (state.failure !== undefined) return Promise.reject(state.failure)
    const answered = answer()
    worker.postMessage(order)
    return answered
  }
  return { worker, state, ended, ask }
}

/** Collects exchanges for a worker, and sends them when there are enough or after a moment. */
function startBatch({ worker, state }: Link) {
  let batch: Packed[] = []
  let timer: NodeJS.Timeout | undefined
  const flush = (): void => {
    clearTimeout(timer)
    timer = undefined
    if (batch.length === 0 || state.failure !== undefined) return
    const order: Order = { kind: 'see', batch }
    worker.postMessage(
      order,
      batch.map(({ reply }) => reply.buffer),
    )
    batch = []
  }
  const add = (packed: Packed): void => {
    state.waiting += sizeOf(packed)
    if (batch.push(packed) >= mostInBatch) flush()
    else timer ??= setTimeout(flush, batchMs)
  }
  return { add, flush }
}

/** Returns the size of a waiting exchange in bytes. */
export function sizeOf({ passed, reply, cuts }: Packed): number {
  return 4_000 + passed.requestBody.length + reply.length + 100 * cuts.length
}

function pack(passed: Passed): Packed {
  const { response } = passed
  const chunks = response?.chunks ?? []
  const reply = new Uint8Array(chunks.reduce((sum, { bytes }) => sum + bytes.length, 0))
  let end = 0
  for (const { bytes } of chunks) {
    reply.set(bytes, end)
    end += bytes.length
  }
  const cuts = chunks.map(({ at, bytes }) => [at, bytes.length] as const)
  // Copies the body, because a view would transfer the whole shared buffer.
  const requestBody = new Uint8Array(passed.requestBody)
  const bare = response === null ? null : { ...response, chunks: [] }
  return { passed: { ...passed, requestBody, response: bare }, reply, cuts }
}

export function unpacked({ passed, reply, cuts }: Packed): Passed {
  const { response } = passed
  if (response === null) return passed
  let end = 0
  const chunks = cuts.map(([at, length]) => {
    end += length
    return { at, bytes: reply.subarray(end - length, end) }
  })
  return { ...passed, response: { ...response, chunks } }
}
