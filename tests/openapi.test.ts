import { readFileSync } from 'node:fs'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../conformance/core/model/vocabulary.ts'
import { catalogue } from '../conformance/specification/catalogue.ts'
import { type ReferenceServer, startReferenceServer } from '../reference-server/index.ts'
import { openapiText } from '../schemas/build/published-files.ts'
import { resolveNode, rootNode, schemaDocuments } from '../schemas/load.ts'
import { openapi } from '../schemas/openapi.ts'

interface Media {
  readonly schema: Schema
  readonly 'x-event-schema'?: Schema
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
}
interface Schema {
  readonly $ref?: string
  readonly properties?: Readonly<Record<string, object>>
}
interface Body {
  readonly $ref?: string
  readonly content?: Readonly<Record<string, Media>>
}
interface ErrorExample {
  readonly code: unknown
  readonly status?: unknown
  readonly type?: unknown
}
interface Operation {
  readonly operationId: string
  readonly 'x-operations': readonly string[]
  readonly security: readonly Readonly<Record<string, unknown>>[]
  readonly requestBody?: Body
  readonly responses: Readonly<Record<string, Body>>
}
interface Document {
  readonly paths: Readonly<Record<string, { readonly get?: Operation; readonly post?: Operation }>>
}

const document = openapi() as unknown as Document
const operations = Object.entries(document.paths).flatMap(([path, { get, post }]) =>
  [get, post].flatMap((operation) => (operation === undefined ? [] : [{ path, operation }])),
)

const ajv = new Ajv2020({ strict: false, validateSchema: false })
formats.default(ajv)
ajv.addSchema(document, 'openapi')

function validatorAt(pointer: string) {
  return ajv.compile({ $ref: `openapi${pointer}` })
}

function isValidAt(pointer: string, value: unknown): void {
  const check = validatorAt(pointer)
  expect({ valid: check(value), errors: check.errors, value }).toEqual({ valid: true, errors: null, value })
}

const escaped = (text: string) => encodeURIComponent(text.replaceAll('~', '~0').replaceAll('/', '~1'))

/** All media types of the document, with their pointers. References are resolved. */
const media = operations.flatMap(({ path, operation }) => {
  const at = `#/paths/${escaped(path)}/${operation.operationId === 'usage.token' ? 'get' : 'post'}`
  const bodies = [
    ...(operation.requestBody === undefined ? [] : [[`${at}/requestBody`, operation.requestBody] as const]),
    ...Object.entries(operation.responses).map(([status, body]) => [`${at}/responses/${status}`, body] as const),
  ]
  return bodies.flatMap(([own, body]) => {
    const pointer = body.$ref ?? own
    const content = (body.$ref === undefined ? body : (valueAt(pointer) as Body)).content ?? {}
    return Object.entries(content).map(([type, one]) => ({ pointer: `${pointer}/content/${escaped(type)}`, type, one }))
  })
})

function valueAt(pointer: string): unknown {
  const steps = pointer.slice(2).split('/')
  return steps.reduce<unknown>((value, step) => (value as Record<string, unknown>)[step], document)
}

test('the document is that of the schemas', async () => {
  const source = JSON.parse(readFileSync(new URL('../schemas/openapi/source.json', import.meta.url), 'utf8'))
  const made = await openapiText(schemaDocuments(), source)
  expect(readFileSync(new URL('../schemas/openapi.json', import.meta.url), 'utf8') === made).toBe(true)
})

test('a validator of others finds it to be valid OpenAPI 3.1', async () => {
  const validator = new Validator()
  const { valid, errors } = await validator.validate({ ...structuredClone(document) })
  expect({ valid, errors, version: validator.version }).toEqual({ valid: true, errors: undefined, version: '3.1' })
  const { paths: _, ...without } = structuredClone(document) as Document & { components?: unknown }
  expect((await validator.validate({ ...without, paths: { 'no-slash': {} } })).valid).toBe(false)
})

test('every operation of the specification is in it once, with the path, method and credential that the suite uses', () => {
  expect(operations.flatMap(({ operation }) => operation['x-operations']).sort()).toEqual([...endpoints].sort())
  const credentials = { bearer: 'bearer', query: 'queryKey', 'x-api-key': 'headerKey' } as const
  for (const { id, credential, method, write } of catalogue.operations) {
    const found = operations.find(({ operation }) => operation['x-operations'].includes(id))
    expect(found?.operation.security).toEqual([{ [credentials[credential as keyof typeof credentials]]: [] }])
    expect(document.paths[found?.path ?? '']).toHaveProperty(method.toLowerCase())
    const sent = write({ path: { model: 'some-model' }, body: {} }).path.split('?')[0]
    expect(decodeURIComponent(sent ?? '')).toBe(found?.path.replace('{model}', 'some-model'))
  }
})

test('every example is valid by the schema beside it, and every event of a stream by that of events', () => {
  const examples = media.flatMap(({ pointer, type, one }) =>
    Object.values(one.examples ?? {}).map(({ value }) => ({ pointer, type, value })),
  )
  expect(examples.length).toBeGreaterThan(20)
  for (const { pointer, type, value } of examples) {
    isValidAt(`${pointer}/schema`, value)
    if (type !== 'text/event-stream') continue
    const events = [...String(value).matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data ?? ''))
    expect(events.length).toBeGreaterThan(1)
    for (const event of events) isValidAt(`${pointer}/x-event-schema`, event)
  }
})

test('the example of an error fits the status that it stands at', () => {
  const words: Readonly<Record<string, string>> = {
    400: 'INVALID_ARGUMENT',
    401: 'UNAUTHENTICATED',
    403: 'PERMISSION_DENIED',
    404: 'NOT_FOUND',
    413: 'PAYLOAD_TOO_LARGE',
    429: 'RESOURCE_EXHAUSTED',
    500: 'INTERNAL',
    503: 'UNAVAILABLE',
    504: 'DEADLINE_EXCEEDED',
  }
  const types: Readonly<Record<string, string>> = {
    400: 'invalid_request_error',
    401: 'authentication_error',
    429: 'rate_limit_error',
    500: 'server_error',
    '4XX': 'invalid_request_error',
    '5XX': 'server_error',
  }
  const told = operations.flatMap(({ operation: { responses } }) =>
    Object.entries(responses).flatMap(([status, response]) => {
      const { content } = response.$ref === undefined ? response : (valueAt(response.$ref) as Body)
      const examples = Object.values(content?.['application/json']?.examples ?? {})
      return examples.map(({ value }) => ({ status, error: (value as { error?: ErrorExample }).error }))
    }),
  )
  const errors = told.filter(({ error }) => error !== undefined)
  expect(errors.length).toBeGreaterThan(20)
  for (const { status, error } of errors) {
    const isOfContent = typeof error?.code === 'number'
    if (isOfContent) expect(error).toMatchObject({ code: Number(status), status: words[status] })
    else expect(error).toMatchObject({ type: types[status] })
  }
})

test('what the suite sends as known-good JSON is valid by the document', () => {
  const checked = catalogue.templates.filter(({ operation: id, value }) => {
    const found = operations.find(({ operation }) => operation['x-operations'].includes(id))
    const body = found?.operation.requestBody
    const pointer = body?.$ref ?? `#/paths/${escaped(found?.path ?? '')}/post/requestBody`
    const content = (body?.$ref === undefined ? body : (valueAt(body.$ref) as Body))?.content ?? {}
    if (content['application/json'] === undefined) return false
    isValidAt(`${pointer}/content/${escaped('application/json')}/schema`, value.body)
    return true
  })
  expect(checked.length).toBeGreaterThan(20)
})

test.each(['edit', 'variation'])('the form of %s has the fields that the schema of its request has', (name) => {
  const body = resolveNode(rootNode(`images/${name}-request`)).schema['properties'] as Record<string, Schema>
  const form = valueAt(`#/components/schemas/Images${name === 'edit' ? 'Edit' : 'Variation'}Form`) as Schema
  const fields = Object.keys(form.properties ?? {}).filter((field) => field !== 'image[]')
  expect(fields.sort()).toEqual(Object.keys(body['body']?.properties ?? {}).sort())
})

describe('against the reference server', () => {
  let server: ReferenceServer
  beforeAll(async () => {
    server = await startReferenceServer()
  })
  afterAll(() => server.close())

  const sendable = operations.flatMap(({ path, operation }) => {
    const body = operation.requestBody
    const content = (body?.$ref === undefined ? body : (valueAt(body.$ref) as Body))?.content?.['application/json']
    return Object.entries(content?.examples ?? {}).map(([name, { value }]) => ({ path, operation, name, value }))
  })

  test.each(sendable)('$operation.operationId: the example $name is accepted', async ({ path, operation, value }) => {
    const url = new URL(path.replace('{model}', 'content-model-1'), server.url)
    if (path.startsWith('/v1beta')) url.searchParams.set('key', 'test-key')
    if (operation.operationId === 'content.stream') url.searchParams.set('alt', 'sse')
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(path === '/v1/messages' ? { 'x-api-key': 'test-key', 'provider-version': '2023-06-01' } : {}),
        ...(path.startsWith('/v1/images') ? { authorization: 'Bearer test-key' } : {}),
      },
      body: JSON.stringify(value),
    })
    const type = response.headers.get('content-type')?.split(';')[0] ?? ''
    const success = operation.responses['200']
    const content = (success?.$ref === undefined ? success : (valueAt(success.$ref) as Body))?.content ?? {}
    expect({ status: response.status, isListed: Object.hasOwn(content, type) }).toEqual({ status: 200, isListed: true })
    const pointer = success?.$ref ?? `#/paths/${escaped(path)}/post/responses/200`
    if (type === 'application/json') isValidAt(`${pointer}/content/${escaped(type)}/schema`, await response.json())
  })
})
