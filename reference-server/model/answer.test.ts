import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ModelAnswer, modelAnswer, type Question } from './answer.ts'
import { countTokens } from './tokens.ts'

const plain: Question = {
  prompt: 'Please name a calm colour',
  lastWords: 'Please name a calm colour',
  salt: '',
  limits: { maxTokens: 1_000, stopSequences: [] },
  tools: [],
  demand: { mode: 'may', isParallel: true },
  hasResults: false,
  isContinuation: false,
  runsCode: false,
  form: { as: 'text' },
}
const weather = {
  name: 'weather',
  schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
}
const clock = { name: 'clock', schema: { type: 'object' } }

const questions = fc.record({
  prompt: fc.string(),
  lastWords: fc.lorem({ maxCount: 40 }),
  salt: fc.string(),
  limits: fc.record({
    maxTokens: fc.oneof(fc.nat(8), fc.nat(200)),
    stopSequences: fc.array(fc.oneof(fc.string({ maxLength: 2 }), fc.lorem({ maxCount: 1 })), { maxLength: 5 }),
  }),
  tools: fc.subarray([weather, clock]),
  demand: fc.record({ mode: fc.constantFrom('may', 'must', 'never'), isParallel: fc.boolean() }),
  hasResults: fc.boolean(),
  isContinuation: fc.boolean(),
  runsCode: fc.boolean(),
  form: fc.constant({ as: 'text' as const }),
})

test('the same question has the same answer', () => {
  fc.assert(
    fc.property(questions, (question) => void expect(modelAnswer(question)).toEqual(modelAnswer({ ...question }))),
  )
})

test('an answer stays within its token limit and reports its token count', () => {
  fc.assert(
    fc.property(questions, (question) => {
      const { tokens, pieces, ending } = modelAnswer(question)
      expect(tokens).toBeLessThanOrEqual(question.limits.maxTokens)
      if (ending.by === 'itself' && pieces.every(({ kind }) => kind === 'text')) {
        expect(tokens).toBe(pieces.reduce((sum, piece) => sum + countTokens(textOf(piece)), 0))
      }
    }),
  )
})

test('no text contains a stop sequence, and the reported one was requested', () => {
  fc.assert(
    fc.property(questions, (question) => {
      const { pieces, ending } = modelAnswer(question)
      const sequences = question.limits.stopSequences
      for (const piece of pieces)
        for (const sequence of sequences) if (sequence) expect(textOf(piece)).not.toContain(sequence)
      if (ending.by === 'stop-sequence') expect(sequences).toContain(ending.sequence)
    }),
  )
})

test('a stop sequence from the prompt ends the answer', () => {
  const limits = { maxTokens: 1_000, stopSequences: ['never said', 'calm'] }
  const { ending, pieces } = modelAnswer({ ...plain, limits })
  expect(ending).toEqual({ by: 'stop-sequence', sequence: 'calm' })
  expect(pieces.map(textOf).join('')).toContain('Please name a')
})

test('two tokens allow two words', () => {
  const { ending, pieces, tokens } = modelAnswer({ ...plain, limits: { maxTokens: 2, stopSequences: [] } })
  expect(ending.by).toBe('max-tokens')
  expect([tokens, pieces.map(textOf).join('').split(' ').length]).toEqual([2, 2])
})

test('tools are called as demanded', () => {
  const tools = [weather, clock]
  const calls = (question: Partial<Question>) =>
    modelAnswer({ ...plain, tools, ...question }).pieces.flatMap((piece) => (piece.kind === 'call' ? [piece.name] : []))
  expect(calls({})).toEqual(['weather', 'clock'])
  expect(calls({ hasResults: true })).toEqual([])
  expect(calls({ hasResults: true, demand: { mode: 'must', isParallel: false } })).toEqual(['weather'])
  expect(calls({ demand: { mode: 'may', isParallel: false } })).toEqual(['weather'])
  expect(calls({ demand: { mode: 'never', isParallel: true } })).toEqual([])
})

test('a mandatory call fits into two tokens', () => {
  const demand = { mode: 'must' as const, isParallel: true }
  const { pieces, ending } = modelAnswer({
    ...plain,
    tools: [weather, clock],
    demand,
    limits: { maxTokens: 2, stopSequences: [] },
  })
  expect(pieces.map(({ kind }) => kind)).toEqual(['call'])
  expect(ending.by).toBe('max-tokens')
})

test('structured text is complete, whatever the stop sequences', () => {
  const schema = { type: 'OBJECT', properties: { name: { type: 'STRING' } }, required: ['name'] }
  const limits = { maxTokens: 1_000, stopSequences: ['{', '"'] }
  expect(JSON.parse(textsOf(modelAnswer({ ...plain, limits, form: { as: 'json', schema } })))).toHaveProperty('name')
  expect(['one', 'two']).toContain(
    textsOf(modelAnswer({ ...plain, limits, form: { as: 'choice', among: ['one', 'two'] } })),
  )
})

test('a program comes between texts and before its output', () => {
  const kinds = modelAnswer({ ...plain, runsCode: true }).pieces.map(({ kind }) => kind)
  expect(kinds).toEqual(['text', 'code', 'output', 'text'])
})

function textsOf({ pieces }: ModelAnswer): string {
  return pieces.map(textOf).join('')
}

function textOf(piece: ModelAnswer['pieces'][number]): string {
  return piece.kind === 'text' ? piece.text : ''
}
