import { expect, test } from 'vitest'
import type { Area } from '../../conformance/core/model/vocabulary.ts'
import { type Answer, type Behaviour, startInFront, type TargetRequest } from '../bad-targets/in-front.ts'
import { modelOf } from '../bad-targets/operation-of.ts'
import { judgedRun } from '../judged-run.ts'

function errorOf(area: Area, status: number): Answer {
  const message = 'This is not served.'
  const body =
    area === 'token-usage'
      ? { success: false, message }
      : area === 'content-generation'
        ? { error: { code: status, message, status: status === 401 ? 'UNAUTHENTICATED' : 'UNKNOWN', details: [] } }
        : { error: { type: status === 401 ? 'authentication_error' : 'server_error', message, code: 'no' } }
  return { status, type: 'application/json', body: JSON.stringify(body) }
}

/** Wrong responses to an invalid request, instead of 400. */
const troubles: Readonly<Record<string, (area: Area) => Answer | undefined>> = {
  500: (area) => errorOf(area, 500),
  502: (area) => errorOf(area, 502),
  503: (area) => errorOf(area, 503),
  504: (area) => errorOf(area, 504),
  silence: () => undefined,
  'a reset': () => ({ status: 200, type: 'application/json', body: '{"id"', after: 'breaks off' }),
}

/** Rules of each area, and the kinds of trouble to test with them. */
const rules: readonly (readonly [Area, string, readonly (keyof typeof troubles)[]])[] = [
  ['images', 'images.generate-n-*-rejected', ['500', 'silence']],
  ['images', 'images.edit-n-*-rejected', ['503']],
  ['images', 'images.variation-n-*-rejected', ['502', 'a reset']],
  ['content-generation', 'content.temperature-*-rejected', Object.keys(troubles)],
  ['messages', 'messages.temperature-*-rejected', Object.keys(troubles)],
]

function insteadOf400(answer: () => Answer | undefined): Behaviour {
  return async (request, forward) => {
    const own = await forward(request)
    return own.status === 400 ? answer() : own
  }
}

test.each(
  rules.flatMap(([area, requirements, kinds]) => kinds.map((kind) => ({ area, requirements, kind }))),
)('$kind for every invalid request fails $requirements and is no outage', async ({ area, requirements, kind }) => {
  const server = await startInFront(insteadOf400(() => troubles[kind]!(area)))
  const { results } = await judgedRun(server, [area], {
    requirements: [requirements],
    // Each silent response takes this long.
    timeout: kind === 'silence' ? 1 : 20,
  })
  expect(results.filter((result) => !result.startsWith('fail '))).toEqual([])
  expect(results.length).toBeGreaterThan(0)
})

/** Places of the key. A gateway may accept only one of them. */
const forms: Readonly<Record<string, (request: TargetRequest) => boolean>> = {
  Bearer: ({ headers }) => /^Bearer test-key$/i.test(headers.authorization ?? ''),
  'x-api-key': ({ headers }) => headers['x-api-key'] === 'test-key',
  'x-goog-api-key': ({ headers }) => headers['x-goog-api-key'] === 'test-key',
}

const otherForms: readonly (readonly [Area, string, readonly string[]])[] = [
  ['messages', 'Bearer', ['fail messages.key-in-header']],
  // The combination is the plain request, which is denied for its key where the specification puts it.
  ['images', 'x-api-key', ['fail images.key-as-bearer', 'inconclusive images.generate-combinations-accepted']],
  ['content-generation', 'Bearer', ['fail content.key-in-query']],
  ['content-generation', 'x-goog-api-key', ['fail content.key-in-query']],
  ['content-generation', 'x-api-key', ['fail content.key-in-query']],
]

test.each(otherForms)('%s with the key as %s alone breaks one rule', async (area, form, expected) => {
  const server = await startInFront((request, forward) =>
    request.operation !== undefined && !forms[form]!(request)
      ? Promise.resolve(errorOf(area, 401))
      : forward({ ...request, ...inEveryForm(request) }),
  )
  const { results } = await judgedRun(server, [area], { profile: 'smoke' })
  expect([...new Set(results)].sort()).toEqual(expected)
})

/** Returns the key in the place of the specification, which the reference server reads. */
function inEveryForm({ path, headers, operation = 'images.generate' }: TargetRequest): Partial<TargetRequest> {
  if (operation.startsWith('content.'))
    return { path: /[?&]key=/.test(path) ? path : `${path}${path.includes('?') ? '&' : '?'}key=test-key` }
  if (operation.startsWith('messages.')) return { headers: { ...headers, 'x-api-key': 'test-key' } }
  return { headers: { ...headers, authorization: 'Bearer test-key' } }
}

const knownModels = new Set('image-model-1 image-model-2 image-model-multi content-model-1 messages-model-1'.split(' '))

test.each(
  [400, 401, 403, 500, 503].map((status) => ({ status })),
)('an unknown model of content generation that is answered $status breaks the rule about it', async ({ status }) => {
  const server = await startInFront((request, forward) => {
    const model = modelOf(request.path, request.body)
    return model === undefined || knownModels.has(model)
      ? forward(request)
      : Promise.resolve(errorOf('content-generation', status))
  })
  const { results } = await judgedRun(server, ['content-generation'], { requirements: ['content.*model*'] })
  const failed = [...new Set(results)]
  expect(failed.filter((result) => !result.startsWith('fail content.'))).toEqual([])
  expect(failed.filter((result) => /unknown/.test(result)).length).toBeGreaterThan(0)
  expect(failed.filter((result) => !/unknown/.test(result))).toEqual([])
})
