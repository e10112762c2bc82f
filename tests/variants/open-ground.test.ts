import { afterAll, beforeAll, expect, test } from 'vitest'
import { jsonResponse } from '../../conformance/core/model/exchange.fixture.ts'
import type { Exchange } from '../../conformance/core/model/exchange.ts'
import { startJudge } from '../../conformance/engine/judge/index.ts'
import { createClient } from '../../conformance/engine/record/client/client.ts'
import { catalogueOf } from '../../conformance/specification/catalogue.ts'
import { type ReferenceServer, startReferenceServer } from '../../reference-server/index.ts'
import { errorIn } from '../../reference-server/variants/everywhere.ts'
import { recordedRun } from '../recorded-run.ts'
import { openRequests } from './open-requests.ts'

const areas = ['images', 'content-generation', 'messages'] as const

let server: ReferenceServer
beforeAll(async () => {
  server = await startReferenceServer()
})
afterAll(() => server.close())

/**
 * Returns the exchanges of the reference server, which accepts everything unspecified, for unspecified requests and for
 * the standard profile.
 */
async function exchangesOn(area: (typeof areas)[number]) {
  const catalogue = catalogueOf([area])
  const client = createClient({
    baseUrl: server.url,
    names: { key: 'test-key' },
    timeoutMs: 20_000,
    maxResponseBytes: 2 ** 26,
  })
  const open: Exchange[] = []
  for (const [at, { operation, value, what }] of openRequests(catalogue).entries()) {
    open.push(await client.send(operation.write(value), `open-${at} ${what}`))
  }
  await client.close()
  const { exchanges } = await recordedRun({ url: server.url, areas: [area] })
  return { catalogue, open, exchanges }
}

test.each(areas)('whether %s takes what is open or rejects it, nobody accuses it', async (area) => {
  const { catalogue, open, exchanges } = await exchangesOn(area)
  expect(open.length).toBeGreaterThan(50)
  const rejected = open.map((exchange) =>
    rejectedOne(exchange, catalogue.operations.find(({ matches }) => matches(exchange.request))?.id),
  )
  for (const world of [open, rejected]) {
    const judge = startJudge(catalogue)
    for (const exchange of [...exchanges, ...world]) judge.see(exchange)
    const accusations = judge
      .conclude()
      .filter(({ verdict }) => verdict === 'fail' || verdict === 'error')
      .map(
        ({ requirement: { id, level }, findings: [first] }) =>
          `${id} (${level}): ${first?.message} (${first?.exchange})`,
      )
    expect(accusations).toEqual([])
  }
})

function rejectedOne(exchange: Exchange, endpoint: Parameters<typeof errorIn>[0]): Exchange {
  const body = errorIn(endpoint, 400, 'INVALID_ARGUMENT', 'invalid_request_error')
  return { ...exchange, response: jsonResponse(body, 400) }
}
