import { setTimeout } from 'node:timers'
import { type Fault, startReferenceServer } from '../../../reference-server/index.ts'
import type { ExperimentClient } from './clients.ts'
import { ClientError } from './exercises/exercise.ts'

/** The end of one exercise: what the program got. */
export type Observed =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'exception'; readonly class: string; readonly message: string }
  | { readonly kind: 'hang' }

/** An exercise after it was run once. */
export interface Trial {
  readonly observed: Observed
  /** Set if the fault changed a response. Otherwise the exercise says nothing about it. */
  readonly isShown: boolean
}

/** Milliseconds for one exercise. Without a fault, each takes less than a tenth of this, also on a busy machine. */
const patience = 10_000

/** A fixed time, so that equal exercises get equal times. */
const now = Date.UTC(2026, 0, 1)

/** Runs an exercise once, against a server of its own: the ids of a server depend on the requests before. */
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

/** The value as JSON has it, without the port of the server. */
function withoutAddress(value: unknown, url: string): unknown {
  return JSON.parse((JSON.stringify(value) ?? 'null').replaceAll(url, '<server>'))
}
