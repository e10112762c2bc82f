import { expect, test } from 'vitest'
import { brokenBy, exchangeOf, findingsOn, json, stream } from './exchange.fixture.ts'
import { asks, messageTurn, streamed } from './request-values.ts'

const weather = {
  name: 'get_weather',
  input_schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
}
const asked = streamed(asks([messageTurn('user', 'What is the weather in Oslo?')], { tools: [weather] }))

const start = { type: 'message_start', message: { id: 'msg_1', type: 'message', role: 'assistant', model: 'm' } }
const open = (index = 0, type = 'text') => ({ type: 'content_block_start', index, content_block: { type } })
const delta = (index = 0, more: object = { text: 'Mild.' }) => ({ type: 'content_block_delta', index, delta: more })
const close = (index = 0) => ({ type: 'content_block_stop', index })
const usage = { input_tokens: 8, output_tokens: 2 }
const closing = (more: object = {}) => ({ type: 'message_delta', delta: { stop_reason: 'end_turn', usage, ...more } })
const stop = { type: 'message_stop' }
const body = [open(), delta(), close()]
const whole = [start, ...body, closing(), stop]

const toolStart = { type: 'tool_use', id: 'toolu_1', name: 'get_weather', input: {} }
const toolUse = (partial_json: string, opening: object = toolStart) => [
  { type: 'content_block_start', index: 0, content_block: opening },
  delta(0, { type: 'input_json_delta', partial_json }),
  close(),
]
const usingTools = (...inner: readonly unknown[]) => [start, ...inner, closing({ stop_reason: 'tool_use' }), stop]

const texts = { input_tokens: '8', output_tokens: '2' }
const bothCounts = ['stream-input-tokens', 'stream-output-tokens']
const oneClosing = 'stream-one-message-delta'

test.each<[string, readonly unknown[], readonly string[]]>([
  ['no defect', whole, []],
  ['no message_start', whole.slice(1), ['stream-order']],
  ['a second message_start', [start, ...whole], ['stream-order']],
  ['a delta before its start', [start, delta(), ...body, closing(), stop], ['stream-order']],
  ['no message_delta', [start, ...body, stop], ['stream-order']],
  ['no message_stop', whole.slice(0, -1), ['stream-end']],
  ['no events', [], ['stream-end']],
  ['an event after message_stop', [...whole, delta()], ['stream-nothing-after-stop']],
  ['[DONE] instead of message_stop', [...whole.slice(0, -1), '[DONE]'], ['stream-end', 'stream-no-done-before-stop']],
  ['[DONE] before message_stop', [...whole.slice(0, -1), '[DONE]', stop], ['stream-no-done-before-stop']],
  ['[DONE] after message_stop', [...whole, '[DONE]'], ['stream-no-done-after-stop']],
  ['two message_deltas', [start, ...body, closing(), closing(), stop], ['stream-one-message-delta']],
  ['a delta of another index', [start, open(), delta(1), close(), closing(), stop], ['stream-index-of-open-block']],
  ['a stop of another index', [start, open(), delta(), close(3), closing(), stop], ['stream-index-of-open-block']],
  ['one index twice', [start, ...body, ...body, closing(), stop], ['stream-indices-distinct']],
  ['indices from 1', [start, open(1), delta(1), close(1), closing(), stop], ['stream-indices-count-up']],
  ['an index as text', [start, open('0' as never), delta(), close(), closing(), stop], ['stream-index']],
  ['no message', [{ type: 'message_start' }, ...whole.slice(1)], ['stream-start-message']],
  ['an empty stop reason at the start', started({ stop_reason: '' }), ['stream-start-stop-reason']],
  ['no id', started({ id: undefined }), ['stream-start-id']],
  ['no model', started({ model: undefined }), ['stream-start-model']],
  ['another role', started({ role: 'model' }), ['stream-start-role']],
  ['another type', started({ type: 'completion' }), ['stream-start-type']],
  ['no content_block', [start, { type: 'content_block_start', index: 0 }, ...whole.slice(2)], ['stream-content-block']],
  ['a delta that is text', [start, open(), delta(0, 'Mild.' as never), close(), closing(), stop], ['stream-delta']],
  ['thinking in a text block', inText({ type: 'thinking_delta', thinking: 'a' }), ['stream-text-delta']],
  ['no stop reason', closed({ stop_reason: null }), ['stream-stop-reason']],
  ['an unlisted stop reason', closed({ stop_reason: 'stop' }), ['stream-stop-reason-listed']],
  [
    'a stop reason only in the last of two',
    [start, ...body, closing({ stop_reason: null }), closing(), stop],
    ['stream-one-message-delta', 'stream-stop-reason-throughout'],
  ],
  ['no delta', [start, ...body, { type: 'message_delta', usage }, stop], ['stream-message-delta']],
  ['no usage', closed({ usage: undefined }), ['stream-usage']],
  [
    'usage beside the delta',
    [start, ...body, { ...closing({ usage: undefined }), usage }, stop],
    ['stream-usage-in-delta'],
  ],
  ['no input_tokens', closed({ usage: { output_tokens: 2 } }), ['stream-input-tokens']],
  ['output_tokens as text', closed({ usage: { ...usage, output_tokens: '2' } }), ['stream-output-tokens']],
  ['no output tokens', closed({ usage: { ...usage, output_tokens: 0 } }), ['stream-output-tokens-positive']],
  ['more tokens than allowed', closed({ usage: { ...usage, output_tokens: 513 } }), ['output-tokens-within-limit']],
  ['a payload without type', [start, {}, ...whole.slice(1)], ['stream-payload']],
  ['a payload that is not JSON', [start, 'Mild', ...whole.slice(1)], ['stream-payload']],
  ['a payload that is a list', [start, [], ...whole.slice(1)], ['stream-payload']],
  [
    'a message that continues after an error',
    [start, { type: 'error', error: { type: 'a', message: 'b', code: 'c' } }, ...body],
    failing('stream-nothing-after-error'),
  ],
  [
    'an error without code',
    [start, { type: 'error', error: { type: 'a', message: 'b' } }],
    failing('stream-error-body'),
  ],
  ['an unreadable error', [start, { type: 'error', message: 'b' }], ['stream-end', 'stream-error-body']],
  ['tool input in a JSON delta', usingTools(...toolUse('{"city":"Oslo"}')), []],
  ['tool input that is not JSON', usingTools(...toolUse('{"city":')), ['stream-tool-input-json']],
  ['an input that is text', usingTools(...toolUse('"{}"')), ['stream-tool-input-json']],
  ['an input that does not fit', usingTools(...toolUse('{}')), ['tool-use-input-fits']],
  ['an unknown tool', usingTools(...toolUse('{}', { ...toolStart, name: 'look' })), ['tool-use-declared']],
  ['a tool use and end_turn', [start, ...toolUse('{"city":"Oslo"}'), closing(), stop], ['stop-reason-of-tool-use']],
  ['the stop reason tool_use and no tool use', closed({ stop_reason: 'tool_use' }), ['stop-reason-tool-use-has-one']],
  ['strings as counts in one of two usages', [start, ...body, { ...closing(), usage: texts }, stop], bothCounts],
  [
    'strings as counts beside the first of two deltas',
    closedTwice(closing({ usage: texts }), closing()),
    [...bothCounts, oneClosing],
  ],
  ['a usage that is a list', closed({ usage: [] }), ['stream-usage']],
  ['a negative count', closed({ usage: { ...usage, input_tokens: -1 } }), ['stream-counts-not-negative']],
  ['a negative index', [start, open(-1), delta(-1), close(-1), closing(), stop], ['stream-indices-count-up']],
  ['another type with a member error', [start, { type: 'notice', error: { type: 'a' } }, ...whole.slice(1)], []],
  ['a tool use that starts twice', usingTools(...doubled(toolUse('{"city":"Oslo"}'))), ['stream-order']],
  [
    'one id for two tool uses',
    usingTools(...toolUse('{"city":"Oslo"}'), ...again(toolUse('{"city":"Oslo"}'))),
    ['tool-use-ids-distinct'],
  ],
])('a stream with %s fails exactly the expected requirements', (_, payloads, broken) => {
  expect(brokenBy(exchangeOf(asked, stream(payloads)))).toEqual([...broken].sort().map((id) => `messages.${id}`))
})

const [useStart, useDelta, useStop] = toolUse('{"city":"Oslo"}')
const [half, otherHalf] = ['{"city":', '"Oslo"}'].map((partial_json) =>
  delta(0, { type: 'input_json_delta', partial_json }),
)
const shifted = [useStart, useDelta, useStop].map((event) => ({ ...event, index: 1 }))

test.each<[string, readonly unknown[], string]>([
  ['a delta of a closed block', usingTools(useStart!, half!, useStop!, otherHalf!), 'stream-order'],
  [
    'a delta of a closed block inside another',
    usingTools(...body, { ...useStart, index: 1 }, half!, { ...otherHalf, index: 1 }, { ...useStop, index: 1 }),
    'stream-index-of-open-block',
  ],
  [
    'a second message_start inside a tool use',
    usingTools(useStart!, half!, start, otherHalf!, useStop!),
    'stream-order',
  ],
  ['a whole second message', [start, ...body, start, ...body, closing(), stop], 'stream-order'],
  [
    'a second message_start with a tool use of the same id',
    usingTools(useStart!, useDelta!, useStop!, start, useStart!, useDelta!, useStop!),
    'stream-order',
  ],
  ['a heartbeat instead of a delta', usingTools(useStart!, half!, ': heartbeat', useStop!), 'stream-payload'],
  ['a heartbeat instead of a start', usingTools(...body, ': heartbeat', ...shifted.slice(1)), 'stream-payload'],
  ['a heartbeat between two blocks', usingTools(': heartbeat', ...shifted), 'stream-payload'],
])('%s fails once, without follow-up violations', (_, payloads, broken) => {
  expect(brokenBy(exchangeOf(asked, stream(payloads)))).toEqual([`messages.${broken}`])
})

/** Defects that can occur several times in one stream. */
const slips = {
  'stream-text-delta': (events) => events.with(2, delta(0, { text: 7 })),
  'stream-index': (events) => events.with(3, { type: 'content_block_stop' }),
  'stream-message-delta': (events) => events.with(4, { type: 'message_delta', usage }),
  'stream-stop-reason': (events) => events.with(4, closing({ stop_reason: null })),
  'stream-input-tokens': (events) => events.with(4, closing({ usage: { output_tokens: 2 } })),
  'stream-output-tokens-positive': (events) => events.with(4, closing({ usage: { ...usage, output_tokens: 0 } })),
  'stream-usage': (events) => events.with(4, closing({ usage: undefined })),
} satisfies Record<string, (events: readonly unknown[]) => readonly unknown[]>

/** Defects of the stream as a whole. */
const frames = {
  'stream-content-type': (events) => ({ ...stream(events), type: 'text/plain' }),
  'stream-order': (events) => stream([start, ...events]),
  'stream-end': (events) => stream(events.slice(0, -1)),
  'stream-payload': (events) => stream(['{"type":"message_start"', ...events.slice(1)]),
  'stream-start-message': (events) => stream([{ type: 'message_start' }, ...events.slice(1)]),
  'stream-nothing-after-stop': (events) => stream([...events, stop]),
} satisfies Record<string, (events: readonly unknown[]) => ReturnType<typeof stream>>

const pairs = Object.entries(slips).flatMap(([inner, slip]) =>
  Object.entries(frames).map(([outer, frame]) => [inner, outer, frame(slip(whole))] as const),
)

test.each(pairs)('%s is reported together with %s', (inner, outer, answer) => {
  expect(brokenBy(exchangeOf(asked, answer))).toEqual([inner, outer].map((id) => `messages.${id}`).sort())
})

test.each(
  Object.entries(slips).filter(([id]) => id !== 'stream-index'),
)('%s is reported for the complete part of an interrupted stream', (id, slip) => {
  const told = { ...stream(slip(whole)), ended: 'reset' as const }
  expect(brokenBy(exchangeOf(asked, told))).toEqual([`messages.${id}`])
})

test('an interrupted stream does not fail for events that could still have followed', () => {
  const told = {
    ...stream(closed({ stop_reason: null, usage: { output_tokens: 0 } }).slice(0, -1)),
    ended: 'reset' as const,
  }
  expect(findingsOn(exchangeOf(asked, told)).filter(({ doubt }) => doubt !== true)).toEqual([])
})

test.each<[string, Partial<ReturnType<typeof stream>>, readonly string[]]>([
  ['another content type', { type: 'text/plain' }, ['stream-content-type']],
  ['an unterminated event', { bytes: stream(whole).bytes.slice(0, -1) }, ['stream-terminated']],
  ['bytes that are not UTF-8', { bytes: Uint8Array.of(...stream(whole).bytes, 58, 255, 10) }, ['stream-utf8']],
  ['an event line that differs from its payload type', { bytes: renamed() }, ['stream-event-line-agrees']],
  ['JSON instead of a stream', json({ type: 'message' }), ['stream-given']],
  ['an error instead of a stream', json({ error: { type: 'a', message: 'b' } }), ['reply-not-error']],
])('a response with %s fails exactly the expected requirements', (_, more, broken) => {
  expect(brokenBy(exchangeOf(asked, { ...stream(whole), ...more }))).toEqual(broken.map((id) => `messages.${id}`))
})

function started(more: object): readonly object[] {
  return [{ ...start, message: { ...start.message, ...more } }, ...whole.slice(1)]
}

function inText(more: object): readonly object[] {
  return [start, open(), delta(0, more), close(), closing(), stop]
}

function closed(more: object): readonly object[] {
  return [start, ...body, closing(more), stop]
}

function closedTwice(...ends: readonly object[]): readonly object[] {
  return [start, ...body, ...ends, stop]
}

function doubled([first, ...rest]: readonly object[]): readonly object[] {
  return [first!, first!, ...rest]
}

function again(events: readonly object[]): readonly object[] {
  return events.map((event) => ({ ...event, index: 1 }))
}

/** Returns the requirements that fail. An error event also makes the end and the order inconclusive. */
function failing(id: string): readonly string[] {
  return ['stream-end', id, 'stream-order'].sort()
}

function renamed(): Uint8Array {
  const text = new TextDecoder().decode(stream(whole).bytes)
  return new TextEncoder().encode(text.replace('event: message_stop', 'event: message_end'))
}

test.each<[string, readonly unknown[], object]>([
  [
    'an event',
    [start, open(), closing(), stop],
    { state: 'in a block', permitted: ['content_block_delta', 'content_block_stop'], event: 2 },
  ],
  ['the end', [start, ...body], { state: 'after a block', permitted: ['content_block_start', 'message_delta'] }],
  ['an event after the end', [...whole, stop], { state: 'after message_stop', permitted: [], event: 6 }],
])('a stream with a grammar violation at %s records the state and the permitted events', (_what, events, departure) => {
  const findings = findingsOn(exchangeOf(asked, stream(events)))
  expect(findings.map((finding) => finding.departure).filter((one) => one !== undefined)).toEqual([departure])
})
