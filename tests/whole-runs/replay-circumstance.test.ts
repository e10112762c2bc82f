import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startJudge } from '../../conformance/engine/judge/index.ts'
import { readEvidence } from '../../conformance/engine/record/evidence/read-evidence.ts'
import { capturedIo } from '../../conformance/product/cli/captured-io.fixture.ts'
import { replayCase } from '../../conformance/product/cli/replay/replay-case.ts'
import { readRunOptions } from '../../conformance/product/cli/run/options/run-options.ts'
import { certified } from '../../conformance/product/run/certify.ts'
import { catalogue } from '../../conformance/specification/catalogue.ts'
import type { Fault } from '../../reference-server/faults/fault.ts'
import { type ReferenceServer, startReferenceServer } from '../../reference-server/index.ts'
import { untilTestEnds } from '../serve.ts'

type Alter = Fault['alter'] & {}

/** Returns a fault that leaves out the id of some messages. */
function withoutIdWhere(isSo: (message: Readonly<Record<string, unknown>>, request: Parameters<Alter>[1]) => boolean) {
  const alter: Alter = (reply, request) => {
    if (request.endpoint !== 'messages.create' || reply.status !== 200 || reply.body.kind !== 'json') return reply
    const { id, ...message } = reply.body.value as Readonly<Record<string, unknown>>
    return isSo(message, request) ? { ...reply, body: { kind: 'json', value: message } } : reply
  }
  return { id: 'without-id-sometimes', breaks: [], alter } satisfies Fault
}

/** Certifies a server with a fault, and returns the cause, its finding and a function that replays the finding. */
async function judged(fault: Fault | undefined, seed = 1) {
  const out = mkdtempSync(join(tmpdir(), 'circumstance-'))
  onTestFinished(() => rmSync(out, { recursive: true }))
  const faults = fault === undefined ? [] : [fault]
  const server: ReferenceServer = await untilTestEnds(startReferenceServer({ faults }))
  const run = {
    target: server.url,
    key: 'test-key',
    areas: ['messages'],
    concurrency: 8,
    shrink: false,
    env: {},
  } as const
  const { report } = await certified({ ...run, seed, out })
  const [cause] = report.causes
  const results = report.requirements.flatMap(({ operations }) => operations)
  const finding = results.find(({ verdict }) => verdict === 'fail')?.findings[0]
  const replayed = async (id: string) => {
    const io = capturedIo({ cwd: out })
    const options = readRunOptions([server.url], { key: 'test-key', quiet: true, out }, io, catalogue)
    await replayCase(id, options, io, catalogue)
    return io.out()
  }
  return { out, report, cause, finding, replayed }
}

test('the reason of the end is the circumstance of a defect that only those replies have', async () => {
  const fault = withoutIdWhere(({ stop_reason: reason }) => reason === 'stop_sequence')
  const { cause, finding } = await judged(fault)
  expect(cause?.title).toBe('In responses: /id is missing [messages.create]')
  expect(cause?.hint).toMatch(
    /^Only where stop_reason is "stop_sequence": the \d+ such exchanges fail, the \d+ others pass\./,
  )
  expect(finding?.shared).toMatch(/^only where stop_reason is "stop_sequence": /)
})

test('a failure after a rejected request on the same connection is sent again after that request', async () => {
  const fault = withoutIdWhere((_, { connection }) => connection?.previous?.isRejected === true)
  const { cause, finding, replayed, out, report } = await judged(fault)
  const only = 'only after any rejected request on the same connection'
  expect(cause?.hint).toMatch(/^Only after any rejected request on the same connection: the \d+ such exchanges fail/)
  expect(finding?.shared).toContain('; `--replay` also sends the other requests that this takes, and curl does not')
  const told = await replayed(finding!.exchange)
  expect(told).toContain(`: still failing\n  sent with 1 other request, since it failed ${only}\n`)
  const again = startJudge(catalogue)
  for await (const item of readEvidence(join(out, 'exchanges.ndjson')))
    if (item.kind === 'exchange') again.see(item.exchange)
  const shared = again.conclude().flatMap((ruling) => ruling.shared?.text ?? [])
  expect(shared).toEqual([finding?.shared?.slice(0, finding.shared.indexOf('; `--replay`'))])
  expect(report.summary.verdict).toBe('nonconforming')
})

test('a failure from a place on a connection is sent again at that place', async () => {
  const { finding, replayed } = await judged(withoutIdWhere((_, { connection }) => (connection?.place ?? 1) >= 5))
  expect(finding?.shared).toMatch(/^only from the 5th request on a connection: the \d+ such exchanges fail/)
  expect(await replayed(finding!.exchange)).toContain(
    ': still failing\n  sent with 4 other requests, since it failed only from the 5th request on a connection\n',
  )
})

test('requests that are refused only in a circumstance are reported with it, also if all requirements pass', async () => {
  const reject: Fault['reject'] = ({ connection, endpoint }) =>
    endpoint === 'messages.create' && connection?.previous?.isRejected === true
  const { report } = await judged({ id: 'refuses-after-refusals', breaks: [], reject })
  const figures = report.traffic?.find(({ endpoint }) => endpoint === 'messages.create')?.servedSometimes
  expect(figures?.only).toMatch(/^only after any rejected request on the same connection: the \d+ such exchanges fail/)
})

test('a defect of every reply, and one by chance, have no circumstance', async () => {
  const always = await judged(withoutIdWhere(() => true))
  let state = 7
  const byChance = await judged(
    withoutIdWhere(() => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
      return state / 2_147_483_648 < 0.15
    }),
  )
  for (const { finding } of [always, byChance]) {
    expect(finding).toBeDefined()
    expect(finding?.shared).toBeUndefined()
  }
})
