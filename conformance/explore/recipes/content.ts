import fc from 'fast-check'
import type { RequestValue } from '../../model/operation.ts'
import { argumentSchemas, responseSchemas } from '../json-schemas.ts'
import { type Chosen, drawn, type Recipe } from '../recipe.ts'
import { plainText, stopSequences, toolNames } from '../texts.ts'
import { respelled, snakeCase } from './content-names.ts'
import { askingParts, type Before, calls, code, exchange, type Members, textPart, turnsFor } from './content-turns.ts'

const declaration = fc
  .tuple(
    toolNames,
    fc.constantFrom<object>({}, { description: plainText }, { description: '🎨 "quoted"\nline' }),
    fc.option(argumentSchemas, { nil: undefined, freq: 4 }),
  )
  .map(
    ([name, more, about]): Members => ({ name, ...more, ...(about === undefined ? {} : { parameters: about.schema }) }),
  )
const functions = fc.uniqueArray(declaration, { selector: ({ name }) => name, minLength: 1, maxLength: 5 })

const categories = [
  'HARASSMENT',
  'HATE_SPEECH',
  'SEXUALLY_EXPLICIT',
  'DANGEROUS_CONTENT',
  'CIVIC_INTEGRITY',
  'DEROGATORY',
  'TOXICITY',
  'VIOLENCE',
  'SEXUAL',
  'MEDICAL',
  'DANGEROUS',
] as const
const thresholds = ['BLOCK_ONLY_HIGH', 'BLOCK_MEDIUM_AND_ABOVE', 'BLOCK_LOW_AND_ABOVE', 'BLOCK_NONE', 'OFF'] as const
const safety = fc
  .tuple(fc.constantFrom(...categories), fc.constantFrom(...thresholds))
  .map(([category, threshold]) => ({ category: `HARM_CATEGORY_${category}`, threshold }))

/** How the answer is to look: a schema with JSON, one of some words, plain text. */
const form = fc.oneof<fc.WeightedArbitrary<Members>[]>(
  {
    arbitrary: fc.constantFrom<Members>({ responseMimeType: 'text/plain' }, { responseMimeType: 'application/json' }),
    weight: 1,
  },
  {
    arbitrary: responseSchemas.map((responseSchema) => ({ responseMimeType: 'application/json', responseSchema })),
    weight: 3,
  },
  {
    arbitrary: fc
      .constantFrom(['apple', 'candle', 'door'], ['apple'], ['größte Übung', '🎨'])
      .map((words) => ({ responseMimeType: 'text/x.enum', responseSchema: { type: 'STRING', enum: words } })),
    weight: 1,
  },
)

/** Members of `generationConfig` by themselves. */
const settings: Recipe['features'] = {
  stopSequences: fc.uniqueArray(stopSequences, { minLength: 1, maxLength: 5 }),
  candidateCount: fc.constantFrom(1, 2),
  maxOutputTokens: fc.constantFrom(64, 2, 5, 16, 100, 257),
  temperature: fc.oneof(
    fc.constantFrom(0.5, 0, 2),
    fc.integer({ min: 1, max: 199 }).map((count) => count / 100),
  ),
  topP: fc.integer({ min: 10, max: 99 }).map((count) => count / 100),
  topK: fc.integer({ min: 1, max: 40 }),
  seed: fc.oneof(fc.integer({ min: 0, max: 99 }), fc.constantFrom(0, 2147483647)),
  presencePenalty: fc.integer({ min: -100, max: 100 }).map((count) => count / 100),
  frequencyPenalty: fc.integer({ min: -100, max: 100 }).map((count) => count / 100),
  enableEnhancedCivicAnswers: fc.boolean(),
  thinkingConfig: fc.constantFrom<object>(
    { thinkingBudget: 1024 },
    { thinkingBudget: 512 },
    { includeThoughts: true },
    { includeThoughts: false, thinkingBudget: 2000 },
  ),
  mediaResolution: fc.constantFrom('LOW', 'MEDIUM', 'HIGH').map((size) => `MEDIA_RESOLUTION_${size}`),
  responseModalities: fc.constant(['TEXT']),
}

const features: Recipe['features'] = {
  question: askingParts,
  role: fc.constant('user'),
  single: fc.constant(true),
  before: fc.array(fc.oneof({ arbitrary: exchange, weight: 3 }, calls), { minLength: 1, maxLength: 5 }),
  functions,
  apart: fc.constant(true),
  choice: fc.oneof<fc.Arbitrary<Members>[]>(
    fc.constantFrom('AUTO', 'ANY', 'NONE', 'MODE_UNSPECIFIED').map((mode) => ({ functionCallingConfig: { mode } })),
    fc.constantFrom<Members>({}, { functionCallingConfig: {} }),
    fc.integer({ min: 1, max: 3 }).map((allowed) => ({ functionCallingConfig: { mode: 'ANY' }, allowed })),
  ),
  code: fc.array(code, { maxLength: 3 }),
  safety: fc.uniqueArray(safety, { selector: ({ category }) => category, maxLength: 4 }),
  systemInstruction: fc
    .tuple(fc.array(textPart, { minLength: 1, maxLength: 3 }), roles())
    .map(([parts, more]) => ({ parts, ...more })),
  emptyConfig: fc.constant(true),
  form,
  logprobs: fc.constantFrom<object>(
    { responseLogprobs: true },
    { responseLogprobs: false },
    { responseLogprobs: true, logprobs: 1 },
    { responseLogprobs: true, logprobs: 5 },
  ),
  snakeCase: fc.subarray(Object.keys(snakeCase), { minLength: 1 }),
  ...settings,
}

/** One token, the end points of nucleus sampling, penalties at their extremes (G16). */
const unspecified: NonNullable<Recipe['unspecified']> = {
  features: {
    maxOutputTokens: fc.constant(1),
    topP: fc.constantFrom(0, 1),
    presencePenalty: fc.constantFrom(-2, 1.99),
    frequencyPenalty: fc.constantFrom(-2, 1.99),
  },
  places: ['maxOutputTokens', 'topP', 'presencePenalty', 'frequencyPenalty'].map(
    (name) => `/body/generationConfig/${name}`,
  ),
}

/** What a content-generation request may be made of; the same for answers at once and as a stream. */
export const contentRecipe: Recipe = { features, unspecified, build }

function build(chosen: Chosen): RequestValue {
  const config = configOf(chosen)
  const tools = toolsOf(chosen)
  const choice = choiceOf(chosen, tools)
  const body = {
    contents: contentsOf(chosen),
    ...(tools.length === 0 ? {} : { tools }),
    ...(choice === undefined ? {} : { toolConfig: choice }),
    ...('safety' in chosen ? { safetySettings: chosen['safety'] } : {}),
    ...('systemInstruction' in chosen ? { systemInstruction: chosen['systemInstruction'] } : {}),
    ...(Object.keys(config).length > 0 || 'emptyConfig' in chosen ? { generationConfig: config } : {}),
  }
  const names = drawn<readonly string[]>(chosen, 'snakeCase') ?? []
  return { path: { model: 'content-model-1' }, body: names.length === 0 ? body : respelled(body, new Set(names)) }
}

function configOf(chosen: Chosen): Members {
  const own = Object.keys(settings).flatMap((name) => (name in chosen ? [[name, chosen[name]] as const] : []))
  return { ...Object.fromEntries(own), ...drawn<Members>(chosen, 'form'), ...drawn<Members>(chosen, 'logprobs') }
}

function contentsOf(chosen: Chosen): unknown {
  const earlier = [
    ...(drawn<readonly Before[]>(chosen, 'before') ?? []),
    ...(drawn<readonly Before[]>(chosen, 'code') ?? []),
  ]
  const parts = chosen['question'] ?? [{ text: plainText }]
  const isAlone = earlier.length === 0
  const last = { parts, ...(isAlone && !('role' in chosen) ? {} : { role: 'user' }) }
  if (isAlone && 'single' in chosen) return last
  return [...earlier.flatMap(turnsFor), last]
}

/** Functions in one list or each in its own, with the one that earlier turns called; or code execution. */
function toolsOf(chosen: Chosen): readonly Members[] {
  if ('code' in chosen) return [{ codeExecution: {} }]
  const own = drawn<readonly Members[]>(chosen, 'functions') ?? []
  const isCalled = (drawn<readonly Before[]>(chosen, 'before') ?? []).some(({ kind }) => kind === 'calls')
  const weather = { name: 'get_weather' }
  const isNeeded =
    (isCalled && !own.some(({ name }) => name === weather.name)) || ('choice' in chosen && own.length === 0)
  const all = isNeeded ? [weather, ...own] : own
  if (all.length === 0) return []
  return 'apart' in chosen ? all.map((one) => ({ functionDeclarations: [one] })) : [{ functionDeclarations: all }]
}

function choiceOf(chosen: Chosen, tools: readonly Members[]): Members | undefined {
  const choice = drawn<{ functionCallingConfig?: Members; allowed?: number }>(chosen, 'choice')
  if (choice?.allowed === undefined) return choice as Members | undefined
  const lists = tools.map(({ functionDeclarations }) => (functionDeclarations ?? []) as readonly Members[])
  const names = lists.flat().map(({ name }) => name)
  return {
    functionCallingConfig: { ...choice.functionCallingConfig, allowedFunctionNames: names.slice(0, choice.allowed) },
  }
}

function roles(): fc.Arbitrary<object> {
  return fc.constantFrom<object>({}, {}, { role: 'user' }, { role: 'model' })
}
