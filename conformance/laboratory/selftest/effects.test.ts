import { expect, test } from 'vitest'
import { limitedTo } from '../../../reference-server/faults/limited.ts'
import { effectsOn } from '../../../reference-server/faults/triggers/index.ts'
import { faults, startReferenceServer } from '../../../reference-server/index.ts'
import { areaOf, endpoints } from '../../core/model/vocabulary.ts'
import { startJudge } from '../../engine/judge/index.ts'
import { createClient } from '../../engine/record/client/client.ts'
import { resultsOf } from '../../product/cli/faults/operations-of.ts'
import { catalogueOf } from '../../specification/catalogue.ts'
import { brokenOf } from './broken-of.ts'

test.each(endpoints)('each trigger effect on %s fails in the response to its plain request', async (on) => {
  const catalogue = catalogueOf([areaOf[on]])
  const operation = catalogue.operations.find(({ id }) => id === on)!
  const plain = catalogue.templates.find((template) => template.operation === on)!.value
  const unseen: string[] = []
  for (const fault of effectsOn(on, faults)) {
    const server = await startReferenceServer({ faults: [limitedTo(on, fault)] })
    const limits = { timeoutMs: 20_000, maxResponseBytes: 1 << 24 }
    const client = createClient({ baseUrl: server.url, names: { key: 'test-key' }, ...limits })
    const judge = startJudge(catalogue)
    judge.see(await client.send(operation.write(plain), 'plain'))
    const expected = resultsOf({ on: [on] }, fault.breaks)
    const broken = brokenOf(judge.conclude(), expected)
    if (!broken.some(({ result }) => expected.includes(result))) unseen.push(fault.id)
    await client.close()
    await server.close()
  }
  expect(unseen).toEqual([])
})
