import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { expect, test } from 'vitest'
import { catalogue } from '../conformance/catalogue.ts'
import { observe } from '../conformance/judge/read/observe.ts'
import { validate } from '../schemas/index.ts'
import { openapi } from '../schemas/openapi.ts'
import { rules } from '../schemas/rules.ts'
import { readCorpus } from './corpus.ts'

const ajv = new Ajv2020({ strict: false, validateSchema: false })
formats.default(ajv)
ajv.addSchema(openapi(), 'openapi')

/** Which component each schema of a message became. */
const components = {
  'images/reply': 'ImagesReply',
  'token-usage/token-reply': 'TokenUsageReply',
  'token-usage/token-error': 'TokenUsageError',
  'content-generation/reply': 'ContentGenerationReply',
  'content-generation/event': 'ContentGenerationEvent',
  'content-generation/error': 'ContentGenerationError',
  'messages/reply': 'MessagesReply',
  'messages/event': 'MessagesEvent',
  'messages/error': 'MessagesError',
  'images/generate-request': 'ImagesGenerateRequest',
  'content-generation/request': 'ContentGenerationRequest',
  'messages/request': 'MessagesRequest',
} as const

/** Every message of the corpus: the name of its schema, the whole value, and what its component describes. */
const messages = readCorpus()
  .flatMap(({ exchanges }) => exchanges)
  .flatMap((exchange) => {
    const seen = observe(catalogue.operations, exchange)
    if (seen === undefined) return []
    const { request, reply, error, event } = seen.operation.schemas
    const { value } = seen.request
    const answer = seen.responseClass === 'accepted' ? reply : error
    const events = (seen.stream?.events ?? []).map(({ json }) => ({ name: event, whole: json, described: json }))
    return [
      { name: request, whole: value, described: value.body },
      { name: answer, whole: seen.json, described: seen.json },
      ...events,
    ]
  })
  .filter(({ described }) => described !== undefined)

const listedTypes = [
  ...['text', 'tool_use', 'message_start', 'content_block_start', 'content_block_delta', 'content_block_stop'],
  ...['message_delta', 'message_stop', 'ping', 'error'],
]
const isListed = (one: unknown) => listedTypes.includes(String((one as { type?: unknown } | undefined)?.type))

/** Where a component says something else on purpose: what is meant for clients lists what the specification lists. */
const deviations: Readonly<Partial<Record<string, (described: unknown) => boolean>>> = {
  // Gateways have names of their own for models.
  ImagesGenerateRequest: (described) => /"model":"(no-such-model|image-model-multi)"/.test(JSON.stringify(described)),
  // Blocks of other types are permitted (interpretation G1).
  MessagesReply: (described) => {
    const { content } = described as { readonly content?: unknown }
    return Array.isArray(content) && !content.every(isListed)
  },
  // So are other events (interpretation S2). The usage of section 6 is judged by requirements, not by the schema.
  MessagesEvent: (described) => {
    if (!isListed(described)) return true
    const event = described as { readonly content_block?: object; readonly delta?: { readonly usage?: unknown } }
    return (event.content_block !== undefined && !isListed(event.content_block)) || event.delta?.usage !== undefined
  },
}

test.each(
  Object.entries(components),
)('%s: the component says of the corpus what our schema says', (name, component) => {
  const check = ajv.compile({ $ref: `openapi#/components/schemas/${component}` })
  const isOther = deviations[component] ?? (() => false)
  const asked = messages.filter(({ name: own, described }) => own === name && !isOther(described))
  const results = asked.map(({ whole, described }) => {
    const { violations, open } = validate(name, whole)
    // What a schema cannot say a component cannot say either, and it describes bodies only.
    const said = violations.filter(({ pointer, keyword }) => !/^\/(header|path)/.test(pointer) && !(keyword in rules))
    const expected = said.length > 0 ? false : violations.length + open.length === 0 ? true : 'either'
    const valid = check(described)
    return { described, valid, expected, errors: check.errors }
  })
  expect(results.filter(({ valid, expected }) => expected !== 'either' && valid !== expected)).toEqual([])
  expect(results.map(({ expected }) => expected)).toEqual(expect.arrayContaining([true, false]))
})
