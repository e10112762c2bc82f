import { setTimeout } from 'node:timers'
import { type Fault, startReferenceServer } from '../../../reference-server/index.ts'
import type { ExperimentClient } from './clients.ts'
import { ClientError } from './exercises/exercise.ts'

/** The outcome of one exercise as the program sees it. */
export type Observed =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'exception'; readonly class: string; readonly message: string }
  | { readonly kind: 'hang' }

/** One run of an exercise. */
export interface Trial {
  readonly observed: Observed
  /** True if the fault changed a response. Otherwise the run proves nothing about the fault. */
  readonly isShown: boolean
}

/**
 * The timeout of one exercise in milliseconds. Without a fault, each takes less than a tenth of it, even on a busy
 * machine.
 */
const patience = 10_000

/** A fixed time, so that repeated runs are identical. */
const now = Date.UTC(2026, 0, 1)

/** Runs an exercise once with its own server, because the ids that a server issues depend on earlier requests. */
export async function trial(client: ExperimentClient, exercise: string, fault?: Fault): Promise<Trial> {
  const server = await startReferenceServer({
    faults: fault === undefined ? [] : [fault],
    countsDifferences: true,
    now: () => now,
    modelNames: [{ label: 'content-model-1', name: 'gemini-2.5-flash' }],
  })
  try {
    const exercises = await client.exercisesAt(server.url)
    const { run, stop } = exercises[exercise]!
    const observed = await inTime(run(), server.url)
    if (observed.kind === 'hang') stop?.()
    const shown = [...server.differences().values()].reduce((sum, count) => sum + count, 0)
    return { observed, isShown: shown > 0 }
  } finally {
    // Requests in flight would delay the next exercise.
    void server.close()
  }
}

async function inTime(running: Promise<unknown>, url: string): Promise<Observed> {
  let timer: NodeJS.Timeout | undefined
  const hang = new Promise<Observed>((resolve) => {
    timer = setTimeout(() => resolve({ kind: 'hang' }), patience)
  })
  const ended = running.then(
    (value): Observed => ({ kind: 'value', value: withoutAddress(value, url) }),
    (error: unknown): Observed => exceptionOf(error, url),
  )
  const first = await Promise.race([ended, hang])
  clearTimeout(timer)
  return first
}

function exceptionOf(error: unknown, url: string): Observed {
  if (!(error instanceof Error)) return { kind: 'exception', class: typeof error, message: JSON.stringify(error) }
  const message = error.message.replaceAll(url, '<server>')
  return { kind: 'exception', class: error instanceof ClientError ? error.className : error.constructor.name, message }
}

/** Returns the value as JSON, without the port of the server. */
function withoutAddress(value: unknown, url: string): unknown {
  return JSON.parse((JSON.stringify(value) ?? 'null').replaceAll(url, '<server>'))
}
