import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { expect, test } from 'vitest'
import type { Observation } from '../conformance/core/model/observation.ts'
import { validate } from '../schemas/index.ts'
import { openapi } from '../schemas/openapi.ts'
import { rules } from '../schemas/rules.ts'
import { corpusMessages } from './corpus-messages.ts'
import { publishedNames } from './published-names.ts'

const ajv = new Ajv2020({ strict: false, validateSchema: false })
formats.default(ajv)
ajv.addSchema(openapi(), 'openapi')

/**
 * All messages of the corpus: the name of the schema, the complete value, and the part that the component describes.
 */
const messages = corpusMessages()
  .filter(({ part, seen }) => part === 'request' || part === 'event' || (part === 'reply') === isAccepted(seen))
  .map(({ schema, part, value, seen }) => ({
    name: schema,
    whole: value,
    described: part === 'request' ? seen.request.value.body : value,
  }))
  .filter(({ described }) => described !== undefined)

function isAccepted({ responseClass }: Observation): boolean {
  return responseClass === 'accepted'
}

const listedTypes = [
  ...['text', 'tool_use', 'message_start', 'content_block_start', 'content_block_delta', 'content_block_stop'],
  ...['message_delta', 'message_stop', 'ping', 'error'],
]
const isListed = (one: unknown) => listedTypes.includes(String((one as { type?: unknown } | undefined)?.type))

/** Deliberate differences of a component. Components only list what the specification lists. */
const deviations: Readonly<Partial<Record<string, (described: unknown) => boolean>>> = {
  // Gateways have their own names for models.
  ImagesGenerateRequest: (described) => /"model":"(no-such-model|image-model-multi)"/.test(JSON.stringify(described)),
  // Blocks of other types are permitted (interpretation G1).
  MessagesReply: (described) => {
    const { content } = described as { readonly content?: unknown }
    return Array.isArray(content) && !content.every(isListed)
  },
  // Other events are permitted too (interpretation S2). Requirements, not the schema, cover the usage of section 6.
  MessagesEvent: (described) => {
    if (!isListed(described)) return true
    const event = described as { readonly content_block?: object; readonly delta?: { readonly usage?: unknown } }
    return (event.content_block !== undefined && !isListed(event.content_block)) || event.delta?.usage !== undefined
  },
}

test.each(
  Object.entries(publishedNames),
)('%s: the component says of the corpus what our schema says', (name, component) => {
  const check = ajv.compile({ $ref: `openapi#/components/schemas/${component}` })
  const isOther = deviations[component] ?? (() => false)
  const asked = messages.filter(({ name: own, described }) => own === name && !isOther(described))
  const results = asked.map(({ whole, described }) => {
    const { violations, open } = validate(name, whole)
    // Rules that a schema cannot express are missing in a component too, and a component only describes bodies.
    const said = violations.filter(({ pointer, keyword }) => !/^\/(header|path)/.test(pointer) && !(keyword in rules))
    const expected = said.length > 0 ? false : violations.length + open.length === 0 ? true : 'either'
    const valid = check(described)
    return { described, valid, expected, errors: check.errors }
  })
  expect(results.filter(({ valid, expected }) => expected !== 'either' && valid !== expected)).toEqual([])
  expect(results.map(({ expected }) => expected)).toEqual(expect.arrayContaining([true, false]))
})
