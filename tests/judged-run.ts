import { catalogueOf } from '../conformance/catalogue.ts'
import { createRedactor } from '../conformance/evidence/redact.ts'
import { drive } from '../conformance/explore/drive.ts'
import { planRun } from '../conformance/explore/plan.ts'
import { type Ruling, startJudge } from '../conformance/judge/index.ts'
import type { Exchange } from '../conformance/model/exchange.ts'
import type { Plan } from '../conformance/model/plan.ts'
import { type Area, areas, type Profile } from '../conformance/model/vocabulary.ts'
import { startImageFetches } from '../conformance/operations/images/image-fetches.ts'
import { createClient } from '../conformance/sources/client.ts'
import { alsoFetching } from '../conformance/sources/fetch-image.ts'
import { fetchRules } from '../conformance/sources/fetch-rules.ts'
import { secretsOf } from '../conformance/sources/keys.ts'

/** What one judged run is to be. */
export interface JudgedRunOptions {
  readonly url: string
  readonly key?: string
  readonly areas?: readonly Area[]
  readonly profile?: Profile
  readonly seed?: number
  readonly concurrency?: number
}

/** A run without its reports: what the judge says, and what was sent. */
export interface JudgedRun {
  readonly plan: Plan
  readonly rulings: readonly Ruling[]
  readonly exchanges: readonly Exchange[]
}

const plans = new Map<string, Plan>()

/** Plans, sends and judges, without preflight, shrinking or reports. */
export async function judgedRun(options: JudgedRunOptions): Promise<JudgedRun> {
  const { url, key = 'test-key', areas: wanted = areas, profile = 'standard', seed = 1, concurrency = 8 } = options
  const catalogue = catalogueOf(wanted)
  const plan = planFor(wanted, profile, seed)
  const redactor = createRedactor(secretsOf(key))
  const mayFetch = fetchRules(url, [], redactor.text)
  const target = createClient({ baseUrl: url, names: { key }, timeoutMs: 20_000, maxResponseBytes: 64 << 20 })
  const client = alsoFetching(target, { mayFetch, timeoutMs: 20_000 })
  const imageFetches = startImageFetches(mayFetch)
  const judge = startJudge(catalogue)
  const exchanges: Exchange[] = []
  try {
    await drive({
      plan,
      operations: catalogue.operations,
      context: { seed, profile },
      concurrency,
      shrinking: { perRequirement: 0, perRun: 0 },
      followUps: imageFetches.due,
      judge: {
        see: (exchange) => {
          const seen = judge.see(exchange)
          if (seen !== undefined) imageFetches.note(seen)
          return seen
        },
        retry: judge.retry,
        failing: () => [],
      },
      send: async (request, id, signal) => {
        const exchange = redactor.exchange(await client.send(request, id, signal))
        exchanges.push(exchange)
        return exchange
      },
    })
  } finally {
    await client.close()
  }
  return { plan, rulings: judge.conclude(), exchanges }
}

/** The plan of a run; the same one is not made twice. */
export function planFor(wanted: readonly Area[], profile: Profile, seed: number): Plan {
  const name = `${wanted.join()} ${profile} ${seed}`
  const known = plans.get(name)
  if (known !== undefined) return known
  const catalogue = catalogueOf(wanted)
  const fresh = planRun({ catalogue, operations: catalogue.operations.map(({ id }) => id), profile, seed })
  plans.set(name, fresh)
  return fresh
}
