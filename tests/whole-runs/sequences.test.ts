import { expect, test } from 'vitest'
import { startReferenceServer } from '../../reference-server/index.ts'
import { recordedRun } from '../recorded-run.ts'

test('a target that keeps the specification is judged on what it said itself', async () => {
  const server = await startReferenceServer({})
  const run = await recordedRun({ url: server.url, areas: ['messages', 'content-generation'], seed: 3 })
  await server.close()
  const own = run.exchanges.filter(({ id }) => id.includes('.conversation/'))
  expect(own.map(({ response }) => response?.status)).toEqual(Array.from({ length: 10 }, () => 200))
  expect(run.rulings.filter(({ verdict }) => verdict === 'fail')).toEqual([])
})
