import { afterEach, expect, test } from 'vitest'
import { type ModelName, type ReferenceServer, startReferenceServer } from './index.ts'

const servers: ReferenceServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

async function asked(modelNames: readonly ModelName[], path: string, body: object) {
  const server = await startReferenceServer({ modelNames })
  servers.push(server)
  const headers = { authorization: 'Bearer test-key', 'content-type': 'application/json' }
  const response = await fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const contents = [{ parts: [{ text: 'Name a color.' }] }]

test.each([
  ['without names', [], 'gemini-2.5-flash', 404, undefined],
  ['its own name', [{ label: 'content-model-1', name: 'gemini-2.5-flash' }], 'content-model-1', 200, 'content-model-1'],
  ['a name', [{ label: 'content-model-1', name: 'gemini-2.5-flash' }], 'gemini-2.5-flash', 200, 'gemini-2.5-flash'],
  ['another name', [{ label: 'content-model-1', name: 'gemini-2.5-flash' }], 'gemini-2.5-pro', 404, undefined],
  ['any name', [{ label: 'content-model-1', name: '*' }], 'gemini-2.5-pro', 200, 'gemini-2.5-pro'],
] as const)('content generation with %s', async (_, names, model, status, version) => {
  const { status: came, body } = await asked(names, `/v1beta/models/${model}:generateContent`, { contents })
  expect([came, body['modelVersion']]).toEqual([status, version])
})

test('an image model with another name behaves like the original', async () => {
  const names = [{ label: 'image-model-2', name: 'dall-e-3' }] as const
  const sized = (model: string) => ({ model, prompt: 'a red kite', size: '1792x1024' })
  expect((await asked(names, '/v1/images/generations', sized('dall-e-3'))).status).toBe(200)
  // The size does not exist for this model, and the second name is not assigned to a model.
  expect((await asked(names, '/v1/images/generations', sized('image-model-1'))).status).toBe(400)
  expect((await asked(names, '/v1/images/generations', sized('dall-e-2'))).status).toBe(400)
})

test.each([
  ['/v1beta/models/gemini-2.5-pro:generateContent', { contents }, 'and the names given with --model'],
  ['/v1beta/models/gemini-2.5-pro:generateContent', { contents }, 'There is no model "gemini-2.5-pro"; '],
  ['/v1/images/generations', { prompt: 'a kite', model: 'dall-e-3' }, 'model is "dall-e-3", not one of '],
  ['/v1/images/generations', { prompt: 'a kite', model: 'dall-e-3' }, ' or a name given with --model'],
])('the error of %s names the unknown model and the option for other names', async (path, body, message) => {
  const { body: error } = await asked([], path, body)
  expect(error).toMatchObject({ error: { message: expect.stringContaining(message) } })
})
