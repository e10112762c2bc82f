import { expect, test } from 'vitest'
import type { Area } from '../../conformance/core/model/vocabulary.ts'
import { withClientVerdicts } from '../../conformance/product/report/client-verdicts.ts'
import { certify } from '../../conformance/product/run/certify.ts'
import { clientTable } from '../../conformance/specification/traceability/client-impact.ts'
import { startReferenceServer } from '../../reference-server/index.ts'
import { readImpact } from '../clients/experiment/data.ts'
import { lossesOf, praisedLosses } from '../features-and-clients.ts'

const key = 'client-key-abcdef'

type Row = readonly [fault: string, area: Area, broken: readonly string[], not: readonly string[]]

const rows: readonly Row[] = [
  ['messages-stream-no-stop', 'messages', ['streaming', 'streamed-tools'], ['text', 'tools', 'counts']],
  ['messages-no-usage', 'messages', ['counts'], ['text', 'streaming', 'tools']],
  ['overlook:messages.key-missing-rejected', 'messages', ['keys'], ['text', 'errors']],
  ['reject:messages.metadata-accepted', 'messages', [], ['text', 'streaming', 'tools', 'counts']],
  ['content-stream-500', 'content-generation', ['streaming', 'streamed-tools'], ['text', 'counts']],
  ['content-args-as-string', 'content-generation', ['tools'], ['text', 'pictures-in', 'system-prompt']],
  ['content-error-html', 'content-generation', ['errors'], ['text', 'streaming']],
]

test.each(rows)('with the fault %s the broken features of %s are told', async (fault, area, broken, not) => {
  const server = await startReferenceServer({ keys: [key], faults: [fault] })
  try {
    const { features = [] } = await certify({ target: server.url, key, areas: [area], profile: 'smoke' })
    const states = new Map(features.map(({ id, state }) => [id, state]))
    expect(broken.filter((id) => states.get(id) !== 'broken')).toEqual([])
    expect(not.filter((id) => states.get(id) === 'broken')).toEqual([])
  } finally {
    await server.close()
  }
})

/** One fault for each thing that a client can lose: text, a call, its arguments, the end, the counts, everything. */
const selection = [
  'content-created',
  'content-stream-never-finished',
  'messages-no-usage',
  'messages-stream-delta-elsewhere',
  'messages-stream-no-message-delta',
  'misshape:content.reply-usage-metadata',
  'reject:content.mode-any-accepted',
  'reject:messages.top-p-accepted',
]

test.each(selection)('under %s no feature works of which a client loses something', async (fault) => {
  const impact = readImpact().faults.find((one) => one.fault === fault)
  expect(lossesOf(impact!)).not.toEqual([])
  expect(await praisedLosses(impact!)).toEqual([])
})

test('where every stream fails, each client that streams breaks', async () => {
  const server = await startReferenceServer({ keys: [key], faults: ['content-stream-500'] })
  try {
    const report = await certify({ target: server.url, key, areas: ['content-generation'], profile: 'smoke' })
    expect(withClientVerdicts(report, ['google-genai', 'openai'], clientTable()).clients).toMatchObject([
      { client: 'openai', isTested: false },
      { client: 'google-genai', effect: 'breaks' },
    ])
  } finally {
    await server.close()
  }
})

test.each([
  ['messages-stream-delta-without-index', 'anthropic-sdk', 'wrong'],
  ['messages-stream-stop-without-index', 'python-anthropic', 'breaks'],
])('under %s the effect on %s is that of the experiment with the same event', async (fault, client, effect) => {
  const server = await startReferenceServer({ keys: [key], faults: [fault] })
  try {
    const { causes } = await certify({ target: server.url, key, areas: ['messages'], profile: 'smoke' })
    expect(causes.flatMap(({ clients = [] }) => clients)).toContainEqual(expect.objectContaining({ client, effect }))
  } finally {
    await server.close()
  }
})
