import type { ScriptedPart } from '../../core/model/upstream.ts'
import { longDraft, type TrialDraft, type TrialDrafts } from './marks.ts'

const ask = (letter: string) => ({ text: `Please describe the harbor of @${letter} in two sentences.` })
const turn = (role: string, ...parts: readonly object[]) => ({ role, parts })
const question = [turn('user', ask('a'))]
const says = (kind: 'text' | 'thinking', text: string): ScriptedPart => ({ kind, text })

const declared = (name: string, property: string, near: string) => ({
  name: `find_@${name}`,
  description: `Finds a harbor near @${near}.`,
  parameters: {
    type: 'object',
    properties: {
      [`town_@${property}`]: { type: 'string', description: 'Such as @e.' },
      side: { type: 'string', enum: ['north', 'south'] },
    },
    required: [`town_@${property}`, 'side'],
  },
})
const tools = [{ functionDeclarations: [declared('n', 'p', 'h'), declared('m', 'q', 'i')] }]
const input = (property: string, letter: string, side = 'north') => ({ [`town_@${property}`]: `@${letter}`, side })
const call = (name: string, property: string, letter: string): ScriptedPart => ({
  kind: 'call',
  name: `find_@${name}`,
  input: input(property, letter),
})

/** A draft with a question, and a configuration with a limit that is a mark. */
const asks = (config: object, more: object = {}, reply: Omit<TrialDraft, 'body'> = {}): TrialDraft => ({
  body: { contents: question, ...more, generationConfig: { maxOutputTokens: 1_100, ...config } },
  ...reply,
})

export const contentDrafts: TrialDrafts = {
  text: asks({}),
  settings: asks(
    { temperature: 0.5, topK: 22, stopSequences: ['@s', '@t'], seed: 100_000 },
    { systemInstruction: { parts: [{ text: 'Answer as the keeper of @bŽ港🌊 would.' }] } },
    { end: 'length' },
  ),
  nucleus: asks({ topP: 0.5, presencePenalty: 0.5, frequencyPenalty: 0.5 }, {}, { end: 'safety' }),
  turns: asks(
    {},
    {
      contents: [
        turn('user', ask('a'), ask('b')),
        turn('model', { text: 'It is the town of @cŽ港🌊.' }),
        turn('user', ask('d')),
      ],
    },
    {
      parts: [says('text', 'The first harbor is @v.'), says('text', 'The second harbor is @wŽ港🌊.')],
      end: 'language',
    },
  ),
  tools: asks(
    {},
    { tools, toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['find_@m'] } } },
    { parts: [says('text', 'Let me look for @v.'), call('m', 'q', 'w')] },
  ),
  'no-tool': asks({}, { tools, toolConfig: { functionCallingConfig: { mode: 'NONE' } } }, { end: 'recitation' }),
  'tool-loop': asks(
    {},
    {
      tools,
      contents: [
        ...question,
        turn('model', { functionCall: { name: 'find_@n', args: input('p', 'b', 'south') } }),
        turn('user', { functionResponse: { name: 'find_@n', response: { found: '@c' } } }),
      ],
    },
    { parts: [call('n', 'p', 'v'), call('m', 'q', 'w')] },
  ),
  picture: asks(
    { mediaResolution: 'MEDIA_RESOLUTION_LOW' },
    { contents: [turn('user', { inlineData: { mimeType: 'image/png', data: '@picture' } }, ask('a'))] },
    { isCached: true, end: 'personal' },
  ),
  schema: asks(
    {
      responseMimeType: 'application/json',
      responseSchema: {
        type: 'OBJECT',
        description: 'A harbor near @b.',
        properties: {
          names: { type: 'ARRAY', items: { type: 'STRING', minLength: 1, maxLength: 9 }, minItems: 1, maxItems: 3 },
          depth: { type: 'NUMBER', minimum: 2, maximum: 8, nullable: true },
          opened: { type: 'STRING', format: 'date', example: '@c' },
          side: { type: 'STRING', enum: ['north', 'south'] },
        },
        required: ['names', 'side'],
      },
    },
    {},
    { end: 'other' },
  ),
  candidates: asks(
    { candidateCount: 2, responseLogprobs: true, logprobs: 3 },
    {},
    { more: { secondText: 'Another harbor is @z.' } },
  ),
  thinking: asks(
    { thinkingConfig: { includeThoughts: true, thinkingBudget: 600 }, enableEnhancedCivicAnswers: true },
    {},
    {
      parts: [says('thinking', 'The user asks about @v, near @w.'), says('text', 'The harbor is @x.')],
      isCached: true,
    },
  ),
  safety: asks(
    {},
    {
      safetySettings: [
        { category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_ONLY_HIGH' },
        { category: 'HARM_CATEGORY_HATE_SPEECH', threshold: 'BLOCK_LOW_AND_ABOVE' },
      ],
    },
    { end: 'safety', more: { blockReason: 'SAFETY' } },
  ),
  code: asks(
    {},
    {
      tools: [{ codeExecution: {} }],
      contents: [
        ...question,
        turn(
          'model',
          { executableCode: { language: 'PYTHON', code: 'print("@b")' } },
          { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '@c' } },
        ),
        turn('user', ask('d')),
      ],
    },
    { end: 'prohibited' },
  ),
  'long-text': asks(
    {},
    { contents: [turn('user', { text: longDraft('abc') })] },
    { parts: [says('text', longDraft('vwx'))] },
  ),
  'long-parts': asks(
    {},
    {
      systemInstruction: { parts: [{ text: longDraft('abc') }] },
      tools,
      contents: [
        turn('user', ask('d'), { text: longDraft('fgj') }),
        turn('model', { functionCall: { name: 'find_@n', args: input('p', 'k') } }),
        turn('user', { functionResponse: { name: 'find_@n', response: { found: longDraft('rst') } } }),
      ],
    },
    { end: 'blocklist' },
  ),
}
