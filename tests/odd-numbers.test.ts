import fc from 'fast-check'
import { expect, test } from 'vitest'
import { startJudge } from '../conformance/engine/judge/index.ts'
import { createClient } from '../conformance/engine/record/client/client.ts'
import { generateContent, streamContent } from '../conformance/specification/areas/content-generation/operations.ts'
import { question } from '../conformance/specification/areas/content-generation/templates/build.ts'
import { createMessage, streamMessage } from '../conformance/specification/areas/messages/operations.ts'
import { asks, messageTurn, streamed } from '../conformance/specification/areas/messages/request-values.ts'
import { catalogueOf } from '../conformance/specification/catalogue.ts'
import { startReferenceServer } from '../reference-server/index.ts'

const catalogue = catalogueOf(['content-generation', 'messages'])

const number = fc.constantFrom(-1e9, -5, -1, -0.5, 0, 0.5, 1, 2, 7, 4096, 1e9)
const numbers = (names: readonly string[]) =>
  fc.record(Object.fromEntries(names.map((name) => [name, number])), { requiredKeys: [] })

const ofContent = numbers([
  ...['maxOutputTokens', 'candidateCount', 'temperature', 'topP', 'topK', 'seed', 'presencePenalty'],
  ...['frequencyPenalty', 'logprobs'],
])
const ofMessages = numbers(['max_tokens', 'temperature', 'top_p', 'top_k'])

const requests = fc.oneof(
  ofContent.map((generationConfig) =>
    generateContent.write(
      question('Name a color.', { generationConfig: { responseLogprobs: true, ...generationConfig } }),
    ),
  ),
  ofContent.map((generationConfig) => streamContent.write(question('Name a color.', { generationConfig }))),
  ofMessages.map((more) => createMessage.write(asks([messageTurn('user', 'Name a color.')], more))),
  ofMessages.map((more) => streamMessage.write(streamed(asks([messageTurn('user', 'Name a color.')], more)))),
)

test('whatever numbers a request has, the reference server keeps the specification in what it answers', async () => {
  const server = await startReferenceServer({})
  const common = { timeoutMs: 20_000, epoch: performance.now(), maxResponseBytes: 1 << 24 }
  const client = createClient({ baseUrl: server.url, names: { key: 'test-key', models: {} }, ...common })
  const { signal } = new AbortController()
  try {
    let sent = 0
    await fc.assert(
      fc.asyncProperty(requests, async (request) => {
        const judge = startJudge(catalogue)
        judge.see(await client.send(request, `request-${++sent}`, signal))
        const failed = judge.conclude().filter(({ verdict }) => verdict === 'fail')
        expect(failed.map(({ requirement, findings }) => [requirement.id, findings[0]?.message])).toEqual([])
      }),
      { numRuns: 150 },
    )
  } finally {
    await client.close()
    await server.close()
  }
})
