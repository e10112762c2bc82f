import { catalogueOf } from '../catalogue.ts'
import { createRedactor } from '../evidence/redact.ts'
import { drive } from '../explore/drive/drive.ts'
import type { Send } from '../explore/drive/driver.ts'
import { type Ruling, startJudge } from '../judge/index.ts'
import type { Exchange } from '../model/exchange.ts'
import type { Observation } from '../model/observation.ts'
import type { Plan } from '../model/plan.ts'
import { type Area, areas, type Profile } from '../model/vocabulary.ts'
import { startImageFetches } from '../operations/images/image-fetches.ts'
import { createClient } from '../sources/client.ts'
import { alsoFetching } from '../sources/fetch-image.ts'
import { fetchRules } from '../sources/fetch-rules.ts'
import { secretsOf } from '../sources/keys.ts'
import { planOf } from './plan-of.ts'

/** What one judged run is to be. */
export interface JudgedRunOptions {
  readonly url: string
  readonly key?: string
  readonly areas?: readonly Area[]
  readonly profile?: Profile
  readonly seed?: number
  readonly concurrency?: number
  /** What is sent; by default what a run of these areas, profile and seed would send. */
  readonly plan?: Plan
  /** Told of every exchange, before it is judged. */
  readonly onExchange?: (exchange: Exchange) => void
}

/** A run without its reports: what the judge says, and what was sent. */
export interface JudgedRun {
  readonly plan: Plan
  readonly rulings: readonly Ruling[]
  readonly requests: number
}

/** Milliseconds that one exchange may take. */
const timeoutMs = 20_000

/** Plans, sends and judges, without preflight, shrinking or reports. */
export async function judgedRun(options: JudgedRunOptions): Promise<JudgedRun> {
  const { areas: wanted = areas, profile = 'standard', seed = 1, concurrency = 8 } = options
  const catalogue = catalogueOf(wanted)
  const plan = options.plan ?? planOf(wanted, profile, seed)
  const target = openTarget(options)
  const judge = startJudge(catalogue)
  try {
    const { requests } = await drive({
      plan,
      operations: catalogue.operations,
      context: { seed, profile },
      concurrency,
      shrinking: { perRequirement: 0, perRun: 0 },
      followUps: target.imageFetches.due,
      judge: { see: (exchange) => noted(judge.see(exchange), target), retry: judge.retry, failing: () => [] },
      send: target.send,
    })
    return { plan, requests, rulings: judge.conclude() }
  } finally {
    await target.close()
  }
}

/** What is judged, as a run speaks with it. */
interface Target {
  readonly send: Send
  readonly imageFetches: ReturnType<typeof startImageFetches>
  close(): Promise<void>
}

function openTarget({ url, key = 'test-key', onExchange }: JudgedRunOptions): Target {
  const redactor = createRedactor(secretsOf(key))
  const mayFetch = fetchRules(url, [], redactor.text)
  const common = { timeoutMs, epoch: performance.now() }
  const plainClient = createClient({ baseUrl: url, names: { key }, maxResponseBytes: 64 << 20, ...common })
  const client = alsoFetching(plainClient, { mayFetch, ...common })
  return {
    imageFetches: startImageFetches(mayFetch),
    send: async (request, id, signal) => {
      const exchange = redactor.exchange(await client.send(request, id, signal))
      onExchange?.(exchange)
      return exchange
    },
    close: () => client.close(),
  }
}

function noted(seen: Observation | undefined, { imageFetches }: Target): Observation | undefined {
  if (seen !== undefined) imageFetches.note(seen)
  return seen
}
