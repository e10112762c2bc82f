import type { Endpoint } from '../../../conformance/core/model/vocabulary.ts'
import type { IncomingRequest } from '../../incoming-request.ts'
import { pick } from '../../model/random.ts'
import {
  from,
  is,
  long,
  longLengths,
  nameCharacters,
  negative,
  textCharacters,
  textLengths,
  twoPlaces,
} from './tests.ts'
import { type DrawTrigger, type OperationKind, operationKindOf, type Test, valuesAt } from './trigger.ts'

/** A place in a request and the tests that a valid value there can meet. */
interface Row {
  readonly pointers: readonly string[]
  /** The name of the place if it has several pointers. */
  readonly name?: string
  readonly tests: readonly Test[]
  /** The operations that have the place, by default all of the format. */
  readonly on?: readonly Endpoint[]
}

/** Draws a place and one of its tests. */
export const valueTrigger: DrawTrigger = (random, on) => {
  const rows = table[operationKindOf(on)].filter((row) => row.on?.includes(on) ?? true)
  if (rows.length === 0) return undefined
  const { pointers, name = pointers[0], tests } = pick(random, rows)
  const test = pick(random, tests)
  const holds = (request: IncomingRequest): boolean =>
    pointers.some((pointer) => valuesAt(request, pointer).some(test.holds))
  return { class: 'value', words: `${name} ${test.words}`, holds }
}

function row(pointer: string, ...tests: readonly Test[]): Row {
  return { pointers: [pointer], tests }
}

function texts(name: string, ...pointers: readonly string[]): readonly Row[] {
  return [
    { name, pointers, tests: textLengths },
    { name, pointers, tests: textCharacters },
    { name, pointers, tests: textCharacters },
  ]
}

const boolean = is(true, false)
const media = is('image/jpeg', 'image/png', 'image/gif', 'image/webp')
const config = '/body/generationConfig'
const declarations = '/body/tools/*/functionDeclarations/*'

const messages: readonly Row[] = [
  row('/body/max_tokens', ...is(2, 4096), from(3, 16), from(2048, 4095)),
  row('/body/temperature', ...is(0.5), from(0.001, 0.05), from(0.95, 0.999), twoPlaces),
  row('/body/top_p', ...is(0.5), from(0.001, 0.05), from(0.95, 0.999), twoPlaces),
  row('/body/top_k', ...is(1), from(2, 5), from(100)),
  row('/body/thinking/type', ...is('enabled', 'disabled')),
  row('/body/thinking/budget_tokens', ...is(1025), from(2000)),
  row('/body/tool_choice/type', ...is('auto', 'any', 'tool')),
  row('/body/tool_choice/disable_parallel_tool_use', ...boolean),
  row('/body/messages/*/content/*/source/media_type', ...media),
  row('/body/messages/*/content/*/is_error', ...boolean),
  row('/body/tools/*/type', ...is('custom', 'computer_20241022', 'bash_20241022', 'text_editor_20241022')),
  row('/body/tools/*/display_number', ...is(0), from(1)),
  row('/body/metadata/user_id', ...[long(256, 256), long(1, 4), long(60)], ...textCharacters.slice(0, 3)),
  row('/body/tools/*/name', long(64, 64), long(1, 4), long(32, 63)),
  row('/body/tools/*/name', ...nameCharacters),
  row('/body/tool_choice/name', ...nameCharacters, long(64, 64)),
  row('/body/messages/*/content', ...longLengths),
  row('/body/messages/*/content/*/text', ...longLengths),
  { ...row('/body/stream', ...is(false)), on: ['messages.create'] },
  ...texts('/body/system', '/body/system'),
  ...texts('a text of the conversation', '/body/messages/*/content', '/body/messages/*/content/*/text'),
  ...texts(
    'a text of a tool result',
    '/body/messages/*/content/*/content',
    '/body/messages/*/content/*/content/*/text',
  ),
  ...texts('a description of a tool', '/body/tools/*/description'),
  ...texts('/body/stop_sequences/*', '/body/stop_sequences/*'),
]

const content: readonly Row[] = [
  row(`${config}/temperature`, ...is(0, 0.5, 1, 2), from(1.01, 1.99), twoPlaces),
  row(`${config}/topP`, ...is(0.5), from(0.9, 0.99), twoPlaces),
  row(`${config}/topK`, ...is(1, 40), from(2, 10)),
  row(`${config}/seed`, ...is(0), from(100_000)),
  row(`${config}/maxOutputTokens`, from(3, 16), from(1000), ...is(256)),
  row(`${config}/candidateCount`, ...is(1, 2)),
  row(`${config}/presencePenalty`, ...is(0.5), negative, twoPlaces),
  row(`${config}/frequencyPenalty`, ...is(0.5), negative, twoPlaces),
  row(`${config}/logprobs`, ...is(1, 5), from(2, 4)),
  row(`${config}/responseLogprobs`, ...boolean),
  row(`${config}/enableEnhancedCivicAnswers`, ...boolean),
  row(`${config}/thinkingConfig/includeThoughts`, ...boolean),
  row(`${config}/mediaResolution`, ...is('MEDIA_RESOLUTION_LOW', 'MEDIA_RESOLUTION_MEDIUM', 'MEDIA_RESOLUTION_HIGH')),
  row(`${config}/responseMimeType`, ...is('text/plain', 'application/json', 'text/x.enum')),
  row(`${config}/responseSchema/type`, ...is('STRING', 'NUMBER', 'INTEGER', 'BOOLEAN', 'ARRAY', 'OBJECT')),
  row(`${config}/responseSchema/properties/*/format`, ...is('date', 'date-time')),
  row(`${config}/responseSchema/properties/*/nullable`, ...boolean),
  row('/body/safetySettings/*/category', ...is('HARM_CATEGORY_HARASSMENT', 'HARM_CATEGORY_CIVIC_INTEGRITY')),
  row(
    '/body/safetySettings/*/threshold',
    ...is('BLOCK_LOW_AND_ABOVE', 'BLOCK_MEDIUM_AND_ABOVE', 'BLOCK_ONLY_HIGH', 'BLOCK_NONE', 'OFF'),
  ),
  row('/body/toolConfig/functionCallingConfig/mode', ...is('MODE_UNSPECIFIED', 'AUTO', 'ANY', 'NONE')),
  row(
    '/body/contents/*/parts/*/inlineData/mimeType',
    ...[...is('image/png', 'image/jpeg', 'image/webp', 'audio/wav', 'video/mp4', 'application/pdf')],
  ),
  row('/body/contents/*/role', ...is('user', 'model', 'function')),
  row(`${declarations}/name`, long(1, 4), long(32), long(63, 63)),
  row(`${declarations}/name`, ...nameCharacters),
  ...texts('/body/systemInstruction/parts/*/text', '/body/systemInstruction/parts/*/text'),
  ...texts('/body/contents/*/parts/*/text', '/body/contents/*/parts/*/text'),
  row('/body/contents/*/parts/*/text', ...longLengths),
  row('/body/toolConfig/functionCallingConfig/allowedFunctionNames/*', ...nameCharacters, long(63, 63)),
  ...texts(`${declarations}/description`, `${declarations}/description`),
  ...texts(`${config}/stopSequences/*`, `${config}/stopSequences/*`),
]

const withPrompt: readonly Endpoint[] = ['images.generate', 'images.edit']
const images: readonly Row[] = [
  row('/body/n', ...is(1, 2, 10), from(3, 9)),
  row('/body/response_format', ...is('url', 'b64_json')),
  row('/body/size', ...is('256x256', '512x512', '1024x1024')),
  row('/body/user', ...textLengths.slice(0, -1)),
  row('/body/user', ...textCharacters),
  ...texts('/body/prompt', '/body/prompt').map((one) => ({ ...one, on: withPrompt })),
  { ...row('/body/prompt', long(1000, 1000), long(4000, 4000)), on: ['images.generate'] },
  { ...row('/body/prompt', long(1000, 1000), long(32_000, 32_000)), on: ['images.edit'] },
  { ...row('/body/size', ...is('1792x1024', '1024x1792', null)), on: ['images.generate'] },
  { ...row('/body/size', ...is('1536x1024', '1024x1536', 'auto')), on: ['images.edit'] },
  { ...row('/body/quality', ...is('standard', 'hd')), on: ['images.generate'] },
  { ...row('/body/quality', ...is('standard', 'low', 'medium', 'high')), on: ['images.edit'] },
  { ...row('/body/style', ...is('vivid', 'natural', null)), on: ['images.generate'] },
  { ...row('/body/n', ...is(null)), on: ['images.generate'] },
  { ...row('/body/model', ...is('image-model-2')), on: ['images.generate'] },
  { ...row('/body/model', ...is('image-model-multi')), on: ['images.edit'] },
]

const table: Readonly<Record<OperationKind, readonly Row[]>> = { images, usage: [], content, messages }
