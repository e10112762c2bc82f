import { describe, expect, test } from 'vitest'
import type { Area } from '../../conformance/core/model/vocabulary.ts'
import { type Answer, type Behaviour, startInFront, type TargetRequest } from '../bad-targets/in-front.ts'
import { judgedRun } from '../judged-run.ts'

/** The number of outages (`OUTAGES=60` raises it), and the seed of the first. */
const outages = Number(process.env['OUTAGES'] ?? 4)
const firstSeed = Number(process.env['SEED'] ?? 1)
const areas: readonly Area[] = ['images', 'content-generation', 'messages', 'token-usage']
const kinds = ['503', 'closed connections', 'silence'] as const

interface Outage {
  readonly seed: number
  readonly area: Area
  readonly kind: (typeof kinds)[number]
  /** The number of the request at which the outage starts. */
  readonly from: number
  readonly seconds: number
}

/** Returns a generator of pseudo-random numbers in [0, 1). */
function chancesOf(seed: number): () => number {
  let state = (seed * 7919) % 2_147_483_648
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
  for (let turn = 0; turn < 5; turn += 1) next()
  return next
}

const all = Array.from({ length: outages }, (_, index): Outage => {
  const seed = firstSeed + index
  const chance = chancesOf(seed)
  const area = areas[(seed - 1) % areas.length]!
  return {
    seed,
    area,
    kind: kinds[Math.floor(chance() * kinds.length)]!,
    from: 5 + Math.floor(chance() * (area === 'token-usage' ? 15 : 400)),
    seconds: 1 + Math.floor(chance() * 20),
  }
})

/** A proxy may have answered, so a body that is not JSON is nobody's defect (interpretation G12). */
const busy: Answer = { status: 503, type: 'text/plain', body: 'Service Unavailable' }
const closed: Answer = { status: 503, type: 'text/plain', body: '', raw: '' }

function during({ kind, from, seconds }: Outage): Behaviour {
  let count = 0
  let until: number | undefined
  return (request, forward) => {
    count += 1
    if (count === from) until = performance.now() + seconds * 1000
    if (until === undefined || performance.now() > until) return forward(request)
    return Promise.resolve(kind === '503' ? busy : kind === 'silence' ? undefined : closed)
  }
}

describe.concurrent('an outage is nobody’s violation', () => {
  test.each(all)('$kind for $seconds s from request $from on $area (seed $seed)', async (outage) => {
    const server = await startInFront(during(outage))
    const { results, verdict, reason } = await judgedRun(server, [outage.area], { timeout: 5 })
    expect(results.filter((result) => result.startsWith('fail ')).join('\n')).toBe('')
    expect(verdict, reason).toBe('conforming')
  })
})

/** An error with status 500 as each area words it. */
function failureOf({ path }: TargetRequest): Answer {
  const message = 'An internal error happened.'
  const body = path.startsWith('/api/usage')
    ? { success: false, message }
    : path.includes('/v1beta/')
      ? { error: { code: 500, message, status: 'INTERNAL' } }
      : { error: { type: 'server_error', message, code: 'server_error' } }
  return { status: 500, type: 'application/json', body: JSON.stringify(body) }
}

test.each(
  Array.from({ length: Number(process.env['FLAKES'] ?? 1) }, (_, index) => firstSeed + index),
)('a server that answers one request in 25 with 500 conforms (seed %i)', async (seed) => {
  const chance = chancesOf(seed)
  const flaky: Behaviour = (request, forward) =>
    chance() < 1 / 25 ? Promise.resolve(failureOf(request)) : forward(request)
  const { results, verdict, reason } = await judgedRun(await startInFront(flaky), areas)
  expect(results.filter((result) => result.startsWith('fail ')).join('\n')).toBe('')
  expect(verdict, reason).toBe('conforming')
})
