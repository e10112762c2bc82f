import fc from 'fast-check'
import { documents, films, pictures, sounds } from '../../areas/content-generation/media.ts'
import { texts } from '../texts.ts'

export type Members = Readonly<Record<string, unknown>>

const media = [
  ...Object.values(pictures),
  ...Object.values(documents),
  ...Object.values(sounds),
  ...Object.values(films),
]
const picture = fc.constantFrom(...Object.values(pictures))
export const textPart = texts.map((text) => ({ text }))
const mediaPart = fc
  .tuple(fc.oneof(picture, fc.constantFrom(...media)), fc.boolean())
  .map(
    ([{ mimeType, data }, isSnakeCase]): Members =>
      isSnakeCase ? { inline_data: { mime_type: mimeType, data } } : { inlineData: { mimeType, data } },
  )
export const askingParts = fc.array(
  fc.oneof<fc.WeightedArbitrary<Members>[]>({ arbitrary: textPart, weight: 3 }, { arbitrary: mediaPart, weight: 1 }),
  {
    minLength: 1,
    maxLength: 4,
  },
)

/** What went before the question: an answer, a call of functions, or code that was run. */
export type Before =
  | { readonly kind: 'exchange'; readonly asked: readonly Members[]; readonly answered: readonly Members[] }
  | {
      readonly kind: 'calls'
      readonly asked: readonly Members[]
      readonly count: number
      readonly role: string
      readonly args: object
    }
  | { readonly kind: 'code'; readonly outcome: Members }

export const exchange = fc.record<Before & { kind: 'exchange' }>({
  kind: fc.constant('exchange'),
  asked: askingParts,
  answered: fc.array(textPart, { minLength: 1, maxLength: 3 }),
})
export const calls = fc.record<Before & { kind: 'calls' }>({
  kind: fc.constant('calls'),
  asked: askingParts,
  count: fc.integer({ min: 1, max: 3 }),
  role: fc.constantFrom('user', 'function', 'tool'),
  args: fc.constantFrom<object>(
    {},
    { args: {} },
    { args: { city: 'Oslo' } },
    { args: { größe: [1, { a: null }], b: '🎨' } },
  ),
})
export const code = fc.record<Before & { kind: 'code' }>({
  kind: fc.constant('code'),
  outcome: fc.constantFrom<Members>(
    { outcome: 'OUTCOME_OK' },
    { outcome: 'OUTCOME_OK', output: '4\n' },
    { outcome: 'OUTCOME_FAILED', output: 'Traceback: größe' },
    { outcome: 'OUTCOME_DEADLINE_EXCEEDED' },
  ),
})

export function turnsFor(turn: Before): readonly Members[] {
  if (turn.kind === 'exchange') return [asked(turn.asked), answered(turn.answered)]
  if (turn.kind === 'code') {
    const ran = [
      { executableCode: { language: 'PYTHON', code: 'print(2 + 2)' } },
      { codeExecutionResult: turn.outcome },
    ]
    return [asked([{ text: 'What is 2 + 2? Run code.' }]), answered([...ran, { text: 'It is 4.' }])]
  }
  const all = Array.from({ length: turn.count })
  const responses = all.map((_, at) => ({
    functionResponse: { name: 'get_weather', response: { weather: 'sunny', at } },
  }))
  return [
    asked(turn.asked),
    answered(all.map(() => ({ functionCall: { name: 'get_weather', ...turn.args } }))),
    { role: turn.role, parts: responses },
    answered([{ text: 'It is sunny.' }]),
  ]
}

function asked(parts: readonly Members[]): Members {
  return { role: 'user', parts }
}

function answered(parts: readonly Members[]): Members {
  return { role: 'model', parts }
}
