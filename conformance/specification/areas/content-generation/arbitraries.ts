import { type Members, membersOf } from '../../../../schemas/json.ts'
import type { AreaArbitraries, DrawContext, Override } from '../../../core/model/arbitraries.ts'
import { arrangeContentBody, calledFunction, enums } from './arrange.ts'
import { contentClients } from './clients.ts'
import { decidingContents } from './deciding.ts'
import { documents, films, pictures, sounds } from './media.ts'
import { contentPieces } from './pieces.ts'
import { provokingContents } from './provoking.ts'

const part = '/body/contents/*/parts/*'
const common = Object.values(pictures)
const media = [...common, ...Object.values(documents), ...Object.values(sounds), ...Object.values(films)]
const names = ['get_weather', 'get_time', 'lookup-city', '_private', 'A', 'toolNumber7', 'x'.repeat(40), 'n'.repeat(63)]

/**
 * Draws a question, alone or after turns of both sides, or the results of functions to go on from. Alone, it is a list
 * or a single Content.
 */
const contents: Override = (context) => {
  const { random } = context
  const earlier = Array.from({ length: random.pick([0, 0, 0, 1, 1, 2, 3, 5]) }, () => earlierTurns(context)).flat()
  if (random.chance(8)) return [...earlier, { role: 'user', parts: askingParts(context) }, ...calledTurns(context)]
  const parts = askingParts(context)
  if (earlier.length > 0) return [...earlier, { role: 'user', parts }]
  const alone = { parts, ...(random.chance(50) ? { role: 'user' } : {}) }
  return random.chance(25) ? alone : [alone]
}

function earlierTurns(context: DrawContext): readonly Members[] {
  const { random } = context
  const asked = { role: 'user', parts: askingParts(context) }
  const kind = random.pick(['exchange', 'exchange', 'calls', 'code'])
  if (kind === 'exchange') return [asked, answered(textParts(context))]
  if (kind === 'code') {
    const ran = [context.at(`${part}/executableCode`), context.at(`${part}/codeExecutionResult`)]
    if (ran.includes(undefined)) return []
    return [asked, answered([{ executableCode: ran[0] }, { codeExecutionResult: ran[1] }, ...textParts(context)])]
  }
  return [asked, ...calledTurns(context), answered(textParts(context))]
}

/** Draws a turn that calls functions, and one with their results. */
function calledTurns(context: DrawContext): readonly Members[] {
  const { random } = context
  const count = random.pick([1, 1, 2, 3])
  const calls = Array.from({ length: count }, () => ({
    ...(context.at(`${part}/functionCall`) as object),
    name: calledFunction,
  }))
  const responses = calls.map(() => ({ ...(context.at(`${part}/functionResponse`) as object), name: calledFunction }))
  return [
    answered(calls.map((functionCall) => ({ functionCall }))),
    {
      role: random.pick(['user', 'function', 'tool']),
      parts: responses.map((functionResponse) => ({ functionResponse })),
    },
  ]
}

function answered(parts: readonly unknown[]): Members {
  return { role: 'model', parts }
}

function textParts({ random, text }: DrawContext): readonly Members[] {
  return Array.from({ length: random.pick([1, 1, 2, 3]) }, () => ({ text: text() }))
}

function askingParts(context: DrawContext): readonly Members[] {
  const { random } = context
  return Array.from({ length: random.pick([1, 1, 1, 2, 3, 5, 7]) }, () => {
    if (random.chance(75)) return { text: context.text() }
    const { mimeType, data } = random.pick(random.chance(40) ? common : media)
    const written = random.chance(70) ? { mimeType, data } : { mime_type: mimeType, data }
    return random.chance(70) ? { inlineData: written } : { inline_data: written }
  })
}

/** Draws values of any JSON type, as in arguments and results of functions. */
const anyObject: Override = ({ random, text }) =>
  random.pick<() => object>([
    () => ({}),
    () => ({ city: 'Oslo' }),
    () => ({ weather: text() }),
    () => ({ größe: [1, { a: null }], b: '🎨' }),
    () => ({ all: [{ said: text(), degrees: random.integer(-40, 40) / 4 }], error: null }),
  ])()

const functionName: Override = ({ random }) => random.pick(names)

const schemaPlaces = ['/body/generationConfig/responseSchema', '/body/generationConfig/response_schema']

/** Draws a response schema, sometimes within up to three others. */
const responseSchema: Override = ({ random, own }) => {
  const layers = random.chance(70) ? 0 : random.integer(1, 3)
  return Array.from({ length: layers }).reduce<unknown>(
    (inner) =>
      random.chance(60)
        ? { type: 'OBJECT', properties: { [random.pick(['city', 'x'])]: inner } }
        : { type: 'ARRAY', items: inner },
    own(),
  )
}

/** Constraints on content-generation requests that their schemas cannot express. */
export const contentArbitraries: AreaArbitraries = {
  provoking: provokingContents,
  deciding: decidingContents,
  pieces: contentPieces,
  clients: contentClients,
  places: {
    '/path/model': () => 'content-model-1',
    '/body/contents': contents,
    [`${part}/functionCall/args`]: anyObject,
    [`${part}/functionResponse/response`]: anyObject,
    ...Object.fromEntries(
      ['functionDeclarations', 'function_declarations'].flatMap((list) => [
        [`/body/tools/*/${list}/*/name`, functionName],
        [`/body/tools/*/${list}/*/parameters`, (({ argumentSchema }) => argumentSchema()) as Override],
      ]),
    ),
    ...Object.fromEntries(
      schemaPlaces.flatMap((place) => [
        [place, responseSchema],
        [`${place}/enum`, (({ random }) => random.pick(enums)) as Override],
        [`${place}/format`, (({ random }) => random.pick(['date', 'date-time'])) as Override],
      ]),
    ),
  },
  arrange: (value, random) => ({ ...value, body: arrangeContentBody(membersOf(value.body), random) }),
}
