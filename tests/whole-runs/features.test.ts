import { expect, test } from 'vitest'
import type { Area } from '../../conformance/core/model/vocabulary.ts'
import { certify } from '../../conformance/product/run/certify.ts'
import { startReferenceServer } from '../../reference-server/index.ts'

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
