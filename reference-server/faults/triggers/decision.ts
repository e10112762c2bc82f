import type { Endpoint } from '../../../conformance/core/model/vocabulary.ts'
import type { IncomingRequest } from '../../incoming-request.ts'
import { pick } from '../../model/random.ts'
import { is, lineBreak, long } from './tests.ts'
import { type DrawTrigger, type Test, valuesAt } from './trigger.ts'

/** A place of a request, and tests of its values. */
interface Decider {
  readonly pointer: string
  readonly tests: readonly Test[]
}

/** Draws two values of a request that decide one reply together. */
export const decisionTrigger: DrawTrigger = (random, on) => {
  const rows = rowsOf(on)
  if (rows.length === 0) return undefined
  const drawn = pick(random, rows).map(({ pointer, tests }) => ({ pointer, test: pick(random, tests) }))
  return {
    class: 'decision',
    words: drawn.map(({ pointer, test }) => `${pointer} ${test.words}`).join(' and '),
    holds: (request: IncomingRequest) =>
      drawn.every(({ pointer, test }) => valuesAt(request, pointer).some(test.holds)),
  }
}

function at(pointer: string, ...tests: readonly Test[]): Decider {
  return { pointer, tests }
}

function items(least: number, most = least): Test {
  const range =
    least === most ? `${least}` : most === Number.POSITIVE_INFINITY ? `${least} or more` : `${least} to ${most}`
  const isSuch = (value: unknown): boolean => Array.isArray(value) && value.length >= least && value.length <= most
  return { words: `has ${range} items`, holds: isSuch }
}

const several = items(3, 5)
const many = items(6, Number.POSITIVE_INFINITY)
const format = at('/body/response_format', ...is('url', 'b64_json'))
const smallSizes = at('/body/size', ...is('256x256', '512x512', '1024x1024'))
const larger = at('/body/size', ...is('1024x1024', '1792x1024', '1024x1792'))
const multi = at('/body/size', ...is('1024x1024', '1536x1024', '1024x1536'))
const two = at('/body/n', ...is(2, 10))

const config = '/body/generationConfig'
const calling = '/body/toolConfig/functionCallingConfig'
const declarations = at('/body/tools/*/functionDeclarations', items(1), items(2), several, many)
/** More than two candidates are unspecified, and so are names of functions with more than 63 characters. */
const candidates = at(`${config}/candidateCount`, ...is(2))
const stops = [items(1), items(5)] as const

const messages: readonly (readonly Decider[])[] = [
  [at('/body/tool_choice/type', ...is('auto', 'any', 'tool')), at('/body/tools', items(1), items(2), several, many)],
  [
    at('/body/tool_choice/type', ...is('auto', 'any')),
    at('/body/tool_choice/disable_parallel_tool_use', ...is(true, false)),
  ],
  [at('/body/tool_choice/name', long(64, 64), long(10, 30)), at('/body/tools', items(1), items(2), several, many)],
  [at('/body/thinking/type', ...is('enabled', 'disabled')), at('/body/tools', items(1), items(2), several, many)],
  [at('/body/stop_sequences', ...stops), at('/body/stop_sequences/*', long(1, 8), long(10), lineBreak)],
]

const content: readonly (readonly Decider[])[] = [
  [candidates, at(`${config}/responseMimeType`, ...is('application/json', 'text/x.enum'))],
  [candidates, at(`${config}/responseSchema/type`, ...is('STRING', 'ARRAY', 'OBJECT'))],
  [candidates, at(`${calling}/mode`, ...is('ANY', 'NONE'))],
  [candidates, declarations],
  [at(`${calling}/mode`, ...is('ANY', 'NONE')), declarations],
  [at(`${calling}/allowedFunctionNames/*`, long(63, 63), long(10, 30)), declarations],
  [
    at(`${config}/responseMimeType`, ...is('application/json')),
    at(`${config}/responseSchema/minItems`, ...is(0, 1, 3)),
  ],
  [at(`${config}/stopSequences`, ...stops), at(`${config}/stopSequences/*`, long(1, 8), long(10), lineBreak)],
]

const images: Partial<Record<Endpoint, readonly (readonly Decider[])[]>> = {
  'images.generate': [
    [two, format],
    [smallSizes, format],
    [at('/body/quality', ...is('standard', 'hd')), larger],
    [at('/body/style', ...is('vivid', 'natural')), larger],
    [at('/body/quality', ...is('standard', 'hd')), at('/body/style', ...is('vivid', 'natural'))],
    [at('/body/model', ...is('image-model-1', 'image-model-2')), format],
  ],
  'images.edit': [
    [two, format],
    [smallSizes, format],
    [at('/body/quality', ...is('low', 'medium', 'high')), multi],
    [at('/body/model', ...is('image-model-1', 'image-model-multi')), format],
    [at('/body/mask/format', ...is('png')), format],
  ],
  'images.variation': [
    [two, format],
    [smallSizes, format],
  ],
}

function rowsOf(on: Endpoint): readonly (readonly Decider[])[] {
  if (on.startsWith('messages.')) return messages
  return on.startsWith('content.') ? content : (images[on] ?? [])
}
