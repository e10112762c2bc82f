import { idPrefix, schemaDocuments } from '../../schemas/load.ts'

type Json = Readonly<Record<string, unknown>>

const areas = /^(images|token-usage|content-generation|messages)\//

/**
 * Makes an OpenAPI 3.1 document of the JSON operations from the suite's schemas. A mock server learns from it the
 * paths, the valid requests, and the responses. Replies and errors are the first examples of their schemas.
 */
export function openapi(): Json {
  return {
    openapi: '3.1.0',
    info: { title: 'Model Gateway Interface: the JSON operations', version: '1' },
    paths: {
      '/v1/images/generations': {
        post: operation(bearer, body('images/generate-request#/properties/body'), 'images/reply'),
      },
      '/api/usage/token': { get: operation(bearer, undefined, 'token-usage/token-reply', 'token-usage/token-error') },
      '/v1beta/models/{model}:generateContent': {
        parameters: [{ name: 'model', in: 'path', required: true, schema: { type: 'string' } }],
        post: operation(
          'queryKey',
          body('content-generation/body'),
          'content-generation/reply',
          'content-generation/error',
        ),
      },
      '/v1/messages': {
        post: {
          ...operation('headerKey', body('messages/body'), 'messages/reply', 'messages/error'),
          parameters: [{ name: 'provider-version', in: 'header', required: true, schema: { type: 'string' } }],
        },
      },
    },
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        queryKey: { type: 'apiKey', in: 'query', name: 'key' },
        headerKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
      },
      schemas: Object.fromEntries(documents().map(([name, schema]) => [componentOf(name), plain(schema, name)])),
    },
  }
}

const bearer = 'bearer'

function operation(credential: string, requestBody: Json | undefined, reply: string, error?: string): Json {
  return {
    security: [{ [credential]: [] }],
    requestBody,
    responses: {
      200: answer('a reply', reply),
      ...(error === undefined ? {} : { 400: answer('an error', error), 401: answer('an error', error) }),
    },
  }
}

function body(reference: string): Json {
  return { required: true, content: { 'application/json': { schema: { $ref: component(reference) } } } }
}

function answer(description: string, name: string): Json {
  const [example] = (documents().find(([known]) => known === name)?.[1]['examples'] ?? []) as readonly unknown[]
  return { description, content: { 'application/json': { schema: { $ref: component(name) }, example } } }
}

/** Returns the schemas of the four areas by name, such as `messages/body`. */
function documents(): readonly (readonly [string, Json])[] {
  return [...schemaDocuments()]
    .map(([id, schema]) => [id.slice(idPrefix.length).replace(/\.json$/, ''), schema as Json] as const)
    .filter(([name]) => areas.test(name))
}

function componentOf(name: string): string {
  return name.replaceAll('/', '-')
}

/** Turns `messages/body#/properties/model` into an OpenAPI reference. */
function component(reference: string): string {
  const [name = '', pointer = ''] = reference.split('#')
  return `#/components/schemas/${componentOf(name)}${pointer}`
}

/** Returns a schema without the suite's annotations, and with OpenAPI references. */
function plain(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value.map((item) => plain(item, name))
  if (typeof value !== 'object' || value === null) return value
  if ('$ref' in value) return { ...plainMembers(value, name), ...reference(String(value.$ref), name) }
  return plainMembers(value, name)
}

function plainMembers(value: object, name: string): Json {
  const kept = Object.entries(value).filter(([keyword]) => !/^(x-|\$id$|\$schema$|\$ref$|discriminator$)/.test(keyword))
  return Object.fromEntries(kept.map(([keyword, inner]) => [keyword, plain(inner, name)]))
}

/**
 * Returns an OpenAPI reference. Omits a schema's reference to itself, because Prism accepts everything where a schema
 * is recursive.
 */
function reference(written: string, name: string): Json {
  const meant = absolute(written, name)
  return meant === name ? {} : { $ref: component(meant) }
}

/** Resolves `block.json#/…` in `messages/body` to `messages/block#/…`. */
function absolute(reference: string, name: string): string {
  if (reference.startsWith('#')) return `${name}${reference}`
  return new URL(reference, `file:///${name}`).href.slice('file:///'.length).replace('.json', '')
}
