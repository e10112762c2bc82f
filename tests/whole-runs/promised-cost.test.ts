import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { acceptedBeforeDeferral } from '../../conformance/engine/drive/families.ts'
import { usualLimits } from '../../conformance/engine/plan/budget.ts'
import type { Config } from '../../conformance/product/config/config.ts'
import { startReferenceServer } from '../../reference-server/index.ts'
import { costed, expectKept, lenientTarget } from '../cost.fixture.ts'
import { serve, untilTestEnds, urlOfNobody } from '../serve.ts'
import { pausesSkipped, withoutPauses } from '../without-pauses.ts'

/** Starts a target with the same response to every request. */
async function targetThatSays(status: number, said: string) {
  return serve((request, response) => {
    request.resume()
    request.on('end', () => response.writeHead(status, { 'content-type': 'application/json' }).end(said))
  })
}

const texts: Config = { areas: ['messages'], concurrency: 16 }

test('--max-billed and --max-images are not exceeded by requests under way together, with a target that accepts all', async () => {
  const run = await costed(await lenientTarget(), {
    areas: ['messages', 'images'],
    concurrency: 16,
    maxBilled: 9,
    maxImages: 5,
  })
  expect(run.cost).toEqual({ calls: 9, images: 5 })
  expectKept(run)
})

test('a conforming target never meets the limits of a smoke run', async () => {
  const { url } = await untilTestEnds(startReferenceServer())
  const run = await costed(url, { profile: 'smoke' })
  expectKept(run)
  expect(run.report.limits).toEqual(['only what the smoke profile sends'])
  expect(run.exchanges.length).toBeLessThanOrEqual(run.promised.expected.requests + run.promised.beyond.fetches)
})

test('a target that answers 500 to everything gets no more than what was promised', async () => {
  const { url, asked } = await targetThatSays(500, '{"error":{"message":"no channel available"}}')
  const run = await costed(url, { ...texts, profile: 'smoke' })
  expectKept(run)
  expect(asked.length).toBeLessThanOrEqual(run.promised.worst.requests ?? 0)
})

test('the same 503 at once and word for word is not waited for again, and is quoted', async () => {
  const { url } = await untilTestEnds(startReferenceServer())
  const said = '{"error":{"message":"No available channel for model content-model-1 (request id 17)"}}'
  const served = await serve((request, response) => {
    if (request.url?.includes('Content')) response.writeHead(503, { 'content-type': 'application/json' }).end(said)
    else response.writeHead(307, { location: `${url}${request.url}` }).end()
  })
  const notes: string[] = []
  const { result: run, ms } = await pausesSkipped(() =>
    costed(served.url, { areas: ['content-generation'], concurrency: 8 }, (text) => notes.push(text)),
  )
  expectKept(run)
  expect(ms).toBeLessThan(10_000)
  expect([...notes, run.report.summary.reason].join(' ')).toContain('No available channel for model')
})

test('a target that refuses connections is given up after pauses of less than 5 s', async () => {
  const url = await urlOfNobody()
  const { result: run, ms } = await pausesSkipped(() => costed(url, { profile: 'smoke' }))
  expect(ms).toBeLessThan(5000)
  expectKept(run)
})

test('a target that dies in the middle of a run is given up, and the report says where', async () => {
  const reference = await untilTestEnds(startReferenceServer())
  let hasDied = false
  const die = (count: number): void => {
    if (count !== 60) return
    hasDied = true
    void reference.close()
  }
  const run = await withoutPauses(() => costed(reference.url, { areas: ['messages'], concurrency: 8 }, undefined, die))
  expect(hasDied).toBe(true)
  expect(run.exchanges.length).toBeLessThan(140)
  expect(run.troubles.join(' ')).toMatch(
    /no longer accepts connections since \S+; the last request it answered was \S+/,
  )
})

test('the documentation says what the limits are', () => {
  const [readme = '', sent = ''] = ['README.md', 'docs/what-a-run-sends.md'].map((name) =>
    readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8'),
  )
  for (const [profile, { calls, images }] of Object.entries(usualLimits))
    expect(readme).toContain(`| ${profile} | ${calls} | ${images} |`)
  expect(sent).toContain(`After ${acceptedBeforeDeferral} accepted`)
})
