import { expect, test } from 'vitest'
import type { Exchange } from '../../conformance/core/model/exchange.ts'
import { startReferenceServer } from '../../reference-server/index.ts'
import { startInFront } from '../bad-targets/in-front.ts'
import { type RecordedRun, recordedRun } from '../recorded-run.ts'

/** Returns the requests of a sequence, without fetches of the images that a reply names. */
function sentBy({ exchanges }: RecordedRun, sequence: string): readonly Exchange[] {
  return exchanges.filter(({ id, request }) => id.startsWith(`${sequence}/`) && request.method === 'POST')
}

function statusesOf(run: RecordedRun, sequence: string): readonly unknown[] {
  return sentBy(run, sequence).map(({ response }) => response?.status)
}

test('a target that conforms is judged on what it said and drew itself', async () => {
  const server = await startReferenceServer({})
  const run = await recordedRun({ url: server.url, seed: 3 })
  await server.close()
  expect(statusesOf(run, 'content.conversation')).toEqual([200, 200, 200, 200, 200])
  expect(statusesOf(run, 'messages.conversation')).toEqual([200, 200, 200, 200, 200])
  expect(statusesOf(run, 'images.own-pictures')).toEqual([200, 200, 200, 200])
  expect(run.rulings.filter(({ verdict }) => verdict === 'fail')).toEqual([])
})

test('a sequence leaves out operations that are declared absent', async () => {
  const server = await startReferenceServer({})
  const run = await recordedRun({ url: server.url, areas: ['images'], unsupported: ['images.edit'], seed: 3 })
  await server.close()
  const paths = sentBy(run, 'images.own-pictures').map(({ request }) => request.path)
  expect(new Set(paths)).toEqual(new Set(['/v1/images/generations', '/v1/images/variations']))
})

test('a target that rejects the pictures it drew itself fails', async () => {
  const own: Buffer[] = []
  const server = await startInFront(async (request, forward) => {
    const answer = await forward(request)
    if (request.operation !== 'images.generate' && own.some((picture) => request.body.includes(picture)))
      return { status: 400, type: 'application/json', body: '{"error":{"message":"The image is too bright."}}' }
    for (const [, text = ''] of String(answer.body).matchAll(/"b64_json":"([^"]*)"/g))
      own.push(Buffer.from(text, 'base64'))
    return answer
  })
  const run = await recordedRun({ url: server.url, areas: ['images'], seed: 3 })
  await server.close()
  const failed = run.rulings.filter(({ verdict }) => verdict === 'fail')
  expect(failed.map(({ requirement, operation }) => [requirement.id, operation])).toEqual([
    ['images.edit-combinations-accepted', 'images.edit'],
    ['images.variation-combinations-accepted', 'images.variation'],
  ])
  const found = failed.flatMap(({ findings }) => findings.map(({ exchange }) => exchange))
  expect(found.filter((exchange) => !exchange.startsWith('images.own-pictures/'))).toEqual([])
})
