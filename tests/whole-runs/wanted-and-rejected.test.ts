import { expect, test } from 'vitest'
import { startReferenceServer } from '../../reference-server/index.ts'
import { recordedRun } from '../recorded-run.ts'

test('a target that wants an optional member named is still found to reject another one', async () => {
  const server = await startReferenceServer({
    faults: ['want:images.variation/response_format', 'reject:images.variation-user-accepted'],
  })
  const { rulings } = await recordedRun({ url: server.url, areas: ['images'] })
  await server.close()
  const failed = rulings.filter(({ verdict }) => verdict === 'fail').map(({ requirement }) => requirement.id)
  expect(failed.sort()).toEqual(['images.variation-plain-request-accepted', 'images.variation-user-accepted'])
})
