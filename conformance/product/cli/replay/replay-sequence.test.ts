import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ReferenceServer, startReferenceServer } from '../../../../reference-server/index.ts'
import type { Exchange } from '../../../core/model/exchange.ts'
import { readEvidence } from '../../../engine/record/evidence/read-evidence.ts'
import { catalogue } from '../../../specification/catalogue.ts'
import { plainPlan } from '../../run/plan/plain-plan.fixture.ts'
import { planFor } from '../../run/plan/plan-for.ts'
import { sentTogether } from '../../run/replay/replay.ts'
import { capturedIo } from '../captured-io.fixture.ts'
import { readRunOptions } from '../run/options/run-options.ts'
import { runPlanWithProgress } from '../run/run-with-progress.ts'
import { replayCase } from './replay-case.ts'

const folder = mkdtempSync(join(tmpdir(), 'replay-sequence-'))
const said: string[] = []
let rejected: string | undefined
let server: ReferenceServer
let exchanges: readonly Exchange[]

/** A fault that records request bodies and rejects one of them. */
const noting = {
  id: 'noting',
  breaks: [],
  reject: ({ spelling }: { readonly spelling: { readonly json: string } }): boolean => {
    return spelling.json === rejected
  },
  alter: <Reply>(reply: Reply, { spelling }: { readonly spelling: { readonly json: string } }): Reply => {
    said.push(spelling.json)
    return reply
  },
}

function optionsFor(values: object) {
  const io = capturedIo({ cwd: folder })
  return { io, options: readRunOptions([server.url], { key: 'test-key', quiet: true, ...values }, io, catalogue) }
}

beforeAll(async () => {
  server = await startReferenceServer({ faults: [noting] })
  const { io, options } = optionsFor({ area: ['messages'], explore: '60', 'no-shrink': true })
  const target = { url: server.url, key: 'test-key', embedded: false, close: async () => {} }
  const probes = catalogue.probes.filter(
    ({ id }) => id === 'messages.conversation' || id === 'messages.create-isolation',
  )
  const cases = plainPlan().cases.filter(({ operation }) => operation === 'messages.create')
  const { further } = (await planFor(options, catalogue)).pull!()
  const plan = { cases, probes, aims: new Set<string>(), requests: 14, cost: { calls: 14, images: 0 }, further }
  await runPlanWithProgress(plan, target, options, io, catalogue)
  const found: Exchange[] = []
  for await (const item of readEvidence(join(options.out, 'exchanges.ndjson')))
    if (item.kind === 'exchange') found.push(item.exchange)
  exchanges = found
})
beforeEach(() => {
  said.length = 0
  rejected = undefined
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await server.close()
})

async function replayed(id: string): Promise<{ readonly status: number; readonly out: string }> {
  const { io, options } = optionsFor({})
  const status = await replayCase(id, options, io, catalogue)
  return { status, out: io.out() }
}

function stepsOf(probe: string): readonly Exchange[] {
  const steps = exchanges.filter(({ why }) => why?.kind === 'probe' && why.probe === probe)
  return steps.sort((one, other) => one.startedAt - other.startedAt)
}

const jsonOf = ({ request }: Exchange) => Buffer.from(request.body).toString()

test.each([
  ['a sequence', /^messages\.conversation$/],
  ['an explored sequence', /^messages\.conversation-1$/],
  ['concurrent requests', /^messages\.create-isolation$/],
])('the last step of %s is sent after the earlier steps', async (_, name) => {
  const probe = exchanges.flatMap(({ why }) => (why?.kind === 'probe' && name.test(why.probe) ? why.probe : []))[0]!
  const steps = stepsOf(probe)
  expect(steps.length).toBeGreaterThan(1)
  const { status, out } = await replayed(steps.at(-1)!.id)
  expect(out).toContain('still passing')
  expect(status).toBe(0)
  expect([...said].sort()).toEqual(steps.map(jsonOf).sort())
})

test('a rejected step has changed', async () => {
  const last = stepsOf('messages.create-isolation').at(-1)!
  rejected = jsonOf(last)
  const { status, out } = await replayed(last.id)
  expect(out).toContain('changed\n  answer: 200, now 400\n  messages.combinations-accepted: untested, now warn')
  expect(status).toBe(3)
})

test('a violation is sent with its control request', async () => {
  const violation = exchanges.find(({ why, response }) => why?.kind === 'violation' && response?.status === 400)!
  const { status, out } = await replayed(violation.id)
  expect(out).toContain('still passing')
  expect(status).toBe(0)
  expect(said).toHaveLength(2)
  expect(said[0]).toBe(jsonOf(violation))
  expect(exchanges.some((one) => jsonOf(one) === said[1] && one.response?.status === 200)).toBe(true)
})

test('overlapping exchanges are sent together', () => {
  const at = (id: string, startedAt: number, caseId = id) => ({
    ...exchanges[0]!,
    id,
    caseId,
    startedAt,
    durationMs: 10,
  })
  const groups = sentTogether([at('a', 0), at('b', 5), at('c', 12), at('c~2', 14, 'c'), at('d', 40)])
  expect(groups.map((group) => group.map(({ id }) => id))).toEqual([['a', 'b', 'c'], ['c~2'], ['d']])
})
