import type { Endpoint } from '../../../conformance/core/model/vocabulary.ts'
import type { IncomingRequest } from '../../incoming-request.ts'
import { pick } from '../../model/random.ts'
import { type DrawTrigger, valuesAt } from './trigger.ts'

/** An optional feature of requests. */
interface Feature {
  readonly name: string
  readonly isIn: (request: IncomingRequest) => boolean
}

/**
 * The optional features of a format, and the pairs that are excluded because they are unspecified, invalid, or not
 * independent.
 */
interface Features {
  readonly features: readonly Feature[]
  /** The names that each name cannot be combined with. */
  readonly apart: Readonly<Record<string, readonly string[]>>
}

/** Draws two optional features that one valid request can have. */
export const pairTrigger: DrawTrigger = (random, on) => {
  const known = featuresOf(on)
  if (known === undefined) return undefined
  const one = pick(random, known.features)
  const other = pick(random, known.features)
  if (one === other || isApart(known, one.name, other.name) || isApart(known, other.name, one.name)) return undefined
  const names = [one.name, other.name].sort()
  return {
    class: 'pair',
    words: `the request has ${names.join(' and ')}`,
    holds: (request) => one.isIn(request) && other.isIn(request),
  }
}

function isApart({ apart }: Features, one: string, other: string): boolean {
  return apart[one]?.includes(other) === true
}

function featuresOf(on: Endpoint): Features | undefined {
  if (on === 'usage.token') return undefined
  if (on.startsWith('messages.')) return messages
  if (on.startsWith('content.')) return content
  return images[on as keyof typeof images]
}

function at(pointer: string, name = pointer.slice(pointer.lastIndexOf('/') + 1)): Feature {
  return { name, isIn: (request) => valuesAt(request, pointer).length > 0 }
}

function valueAt(name: string, pointer: string, isSuch: (value: unknown) => boolean): Feature {
  return { name, isIn: (request) => valuesAt(request, pointer).some(isSuch) }
}

function body(...names: readonly string[]): readonly Feature[] {
  return names.map((name) => at(`/body/${name}`))
}

const isForced = (value: unknown): boolean => value === 'any' || value === 'tool'
const isSeveral = (value: unknown): boolean => Array.isArray(value) && value.length > 1

/**
 * The features of section 2.8. G16 leaves these combinations unspecified: temperature with top_p, and thinking with
 * several features.
 */
const messages: Features = {
  features: [
    ...body('system', 'metadata', 'stop_sequences', 'temperature', 'top_k', 'top_p', 'thinking', 'tools'),
    valueAt('a tool choice auto', '/body/tool_choice/type', (value) => value === 'auto'),
    valueAt('a forced tool choice', '/body/tool_choice/type', isForced),
    at('/body/tool_choice/disable_parallel_tool_use'),
    at('/body/messages/*/content/*/source', 'an image'),
    at('/body/messages/*/content/*/tool_use_id', 'a tool result'),
    valueAt('several messages', '/body/messages', isSeveral),
    at('/body/messages/*/content/*/cache_control', 'cache_control in a message'),
    at('/body/tools/*/cache_control', 'cache_control in a tool'),
    at('/body/tools/*/description', 'a description of a tool'),
  ],
  apart: {
    temperature: ['top_p'],
    thinking: ['temperature', 'top_k', 'top_p', 'a forced tool choice'],
    tools: [
      'a tool choice auto',
      'a forced tool choice',
      'disable_parallel_tool_use',
      'cache_control in a tool',
      'a description of a tool',
    ],
    'a tool choice auto': ['a forced tool choice'],
    'a tool result': ['several messages', 'tools', 'thinking'],
  },
}

const config = (...names: readonly string[]): readonly Feature[] =>
  names.map((name) => at(`/body/generationConfig/${name}`))

const json = ['responseSchema', 'a response as JSON']
const functions = ['functions', 'toolConfig', 'a function response']

/**
 * The features of section 2.6. G16 leaves these combinations unspecified: code execution with functions, and tools with
 * an output format other than text.
 */
const content: Features = {
  features: [
    ...body('systemInstruction', 'safetySettings', 'toolConfig'),
    ...config('stopSequences', 'candidateCount', 'maxOutputTokens', 'temperature', 'topP', 'topK', 'seed'),
    ...config('presencePenalty', 'frequencyPenalty', 'responseLogprobs', 'enableEnhancedCivicAnswers'),
    ...config('thinkingConfig', 'mediaResolution', 'responseSchema'),
    valueAt('a response as JSON', '/body/generationConfig/responseMimeType', (value) => value === 'application/json'),
    at('/body/tools/*/functionDeclarations', 'functions'),
    at('/body/tools/*/codeExecution'),
    at('/body/contents/*/parts/*/inlineData', 'inline media'),
    at('/body/contents/*/parts/*/functionResponse', 'a function response'),
    valueAt('several turns', '/body/contents', isSeveral),
  ],
  apart: {
    codeExecution: [...functions, ...json],
    functions: [...functions, ...json],
    toolConfig: [...functions, ...json],
    'a function response': [...functions, ...json, 'several turns'],
    responseSchema: json,
  },
}

const images = {
  'images.generate': { features: body('n', 'quality', 'response_format', 'size', 'style', 'user'), apart: {} },
  'images.edit': {
    features: [
      ...body('n', 'quality', 'response_format', 'size', 'user', 'mask'),
      valueAt('several images', '/body/image', isSeveral),
    ],
    apart: { quality: ['several images'] },
  },
  'images.variation': { features: body('n', 'response_format', 'size', 'user'), apart: {} },
} satisfies Partial<Record<Endpoint, Features>>
