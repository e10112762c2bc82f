import type { ScriptedPart } from '../../core/model/upstream.ts'
import { longDraft, type TrialDraft, type TrialDrafts } from './marks.ts'

/** Returns the drafts of messages requests, as streamed ones if wanted. */
export function messagesDrafts(isStreamed: boolean): TrialDrafts {
  return isStreamed ? streamed : plain
}

const ask = (letter: string): string => `Please describe the harbor of @${letter} in two sentences.`
const user = (content: unknown) => ({ role: 'user', content })
const assistant = (content: unknown) => ({ role: 'assistant', content })
const text = (words: string, more = {}) => ({ type: 'text', text: words, ...more })
const cached = { cache_control: { type: 'ephemeral' } }
const image = (more = {}) => ({
  type: 'image',
  source: { type: 'base64', media_type: 'image/png', data: '@picture' },
  ...more,
})
const question = [user(ask('a'))]

const sides = { enum: ['north', 'south'] }
/** A tool with three letters: of its name, of a property, and of its description. */
const tool = (name: string, property: string, near: string, side = {}, more = {}) => ({
  name: `find_@${name}`,
  description: `Finds a harbor near @${near}.`,
  input_schema: {
    type: 'object',
    properties: {
      [`town_@${property}`]: { type: 'string', description: 'Such as @e.' },
      side: { type: 'string', ...side },
      depth: { type: 'integer' },
    },
    required: [`town_@${property}`, 'side'],
  },
  ...more,
})
const tools = [tool('n', 'p', 'h', sides), tool('m', 'q', 'i')]
/** A history may use only tools whose inputs clearly fit them (G16). */
const usedTools = [tool('n', 'p', 'h'), tool('m', 'q', 'i')]
const call = (name: string, property: string, letter: string): ScriptedPart => ({
  kind: 'call',
  name: `find_@${name}`,
  input: { [`town_@${property}`]: `@${letter}`, side: 'north' },
})
const uses = (id: string, name: string, property: string, letter: string, more = {}) => ({
  type: 'tool_use',
  id: `toolu_@${id}`,
  name: `find_@${name}`,
  input: { [`town_@${property}`]: `@${letter}`, side: 'south' },
  ...more,
})
const result = (id: string, content: unknown, more = {}) => ({
  type: 'tool_result',
  tool_use_id: `toolu_@${id}`,
  content,
  ...more,
})
const says = (kind: 'text' | 'thinking', words: string): ScriptedPart => ({ kind, text: words })

const drafts: Readonly<Record<string, TrialDraft>> = {
  text: { body: { messages: question } },
  settings: {
    body: {
      system: 'Answer as the keeper of @b would.',
      messages: question,
      temperature: 0.5,
      top_k: 31,
      stop_sequences: ['@s', '@t'],
      metadata: { user_id: '@u' },
    },
    end: 'stop-sequence',
    more: { stopSequence: '@s' },
  },
  nucleus: { body: { messages: question, top_p: 0.5 }, end: 'length' },
  turns: {
    body: {
      messages: [user([text(ask('a')), text(ask('b'))]), assistant('It is the town of @cŽ港🌊.'), user(ask('d'))],
    },
    parts: [says('text', 'The first harbor is @v.'), says('text', 'The second harbor is @wŽ港🌊.')],
  },
  tools: {
    body: { messages: question, tools, tool_choice: { type: 'any', disable_parallel_tool_use: true } },
    parts: [says('text', 'Let me look for @v.'), call('n', 'p', 'w')],
  },
  'named-tool': {
    body: { messages: question, tools, tool_choice: { type: 'tool', name: 'find_@m' } },
    parts: [call('m', 'q', 'v'), call('m', 'q', 'w')],
  },
  'tool-loop': {
    body: {
      tools: usedTools,
      messages: [
        ...question,
        assistant([uses('j', 'n', 'p', 'b'), uses('k', 'm', 'q', 'c')]),
        user([
          result('j', 'The harbor is in @dŽ港🌊.'),
          result('k', [text('There is no way to @f.')], { is_error: true }),
        ]),
      ],
    },
    parts: [call('n', 'p', 'v'), call('m', 'q', 'w')],
  },
  picture: { body: { messages: [user([image(), text(ask('a'))])] }, isCached: true },
  'picture-result': {
    body: {
      tools: usedTools,
      messages: [
        ...question,
        assistant([uses('j', 'n', 'p', 'b')]),
        user([result('j', [image(cached), text('It is @c.', cached)])]),
      ],
    },
  },
  'cached-turns': {
    body: {
      tools: [tool('n', 'p', 'h', {}, cached)],
      messages: [...question, assistant([uses('j', 'n', 'p', 'b', cached)]), user([result('j', 'It is @c.', cached)])],
    },
    isCached: true,
  },
  'cached-picture': { body: { messages: [user([image(cached), text(ask('a'), cached)])] }, isCached: true },
  thinking: {
    body: { max_tokens: 2_000, messages: question, thinking: { type: 'enabled', budget_tokens: 1_050 } },
    parts: [says('thinking', 'The user asks about @v, near @w.'), says('text', 'The harbor is @x.')],
  },
  'long-text': { body: { messages: [user(longDraft('abc'))] }, parts: [says('text', longDraft('vwx'))] },
  'long-blocks': {
    body: {
      system: longDraft('abc'),
      tools: usedTools,
      messages: [
        user([text(longDraft('dfg'))]),
        assistant([uses('j', 'n', 'p', 'r')]),
        user([result('j', longDraft('stu'))]),
      ],
    },
  },
}

function draftsWith(more: object): TrialDrafts {
  const base = { model: 'messages-model-1', max_tokens: 1_100 }
  return Object.fromEntries(
    Object.entries(drafts).map(([topic, draft]) => [topic, { ...draft, body: { ...base, ...draft.body, ...more } }]),
  )
}

const plain = draftsWith({})
const streamed = draftsWith({ stream: true })
