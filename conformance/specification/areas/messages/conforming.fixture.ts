import fc from 'fast-check'
import type { Answer } from './exchange.fixture.ts'

/** Members that may appear anywhere in addition to those of the specification (interpretation G1). */
const extras = fc.dictionary(fc.constantFrom('x_trace', 'service_tier', 'container'), fc.jsonValue({ maxDepth: 1 }))

const word = fc.constantFrom('apple', 'river', 'lantern', 'é', '日本', '\u2028', '\ud83c\udf0a', '"', '\\')
const text = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '))
const count = fc.integer({ min: 1, max: 60 })
const perhapsCounts = fc.record(
  { cache_creation_input_tokens: fc.option(fc.nat()), cache_read_input_tokens: fc.option(fc.nat()) },
  { requiredKeys: [] },
)

export interface Plan {
  readonly blocks: readonly ('text' | 'tool_use' | 'thinking')[]
  readonly stopReason: 'end_turn' | 'max_tokens' | 'tool_use'
}

/** The content of a reply, and a stop reason that agrees with it. */
export const plans: fc.Arbitrary<Plan> = fc
  .tuple(fc.array(fc.constantFrom('text', 'thinking'), { maxLength: 3 }), fc.nat(2), fc.boolean())
  .map(([blocks, toolUses, isCut]) => ({
    blocks: [...blocks, ...Array.from({ length: toolUses }, () => 'tool_use' as const)],
    stopReason: isCut ? 'max_tokens' : toolUses > 0 ? 'tool_use' : 'end_turn',
  }))

const shown = {
  text: text.map((words) => ({ type: 'text', text: words, citations: null })),
  tool_use: fc.uuid().map((id) => ({ type: 'tool_use', id, name: 'get_weather', input: { city: 'Oslo' } })),
  thinking: text.map((words) => ({ type: 'thinking', thinking: words, signature: 'abc' })),
}

/** Draws a conforming reply that is not streamed. */
export function replies({ blocks, stopReason }: Plan): fc.Arbitrary<object> {
  const content = fc.tuple(...blocks.map((type) => shown[type]))
  return fc.tuple(extras, fc.uuid(), content, count).map(([more, id, told, tokens]) => ({
    ...more,
    id,
    type: 'message',
    role: 'assistant',
    model: 'vendor-model',
    content: told,
    stop_reason: stopReason,
    stop_sequence: null,
    usage: {
      input_tokens: tokens,
      output_tokens: tokens,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: tokens,
      service_tier: null,
    },
  }))
}

/** Draws the events of a conforming stream, without those that may appear anywhere. */
function strict({ blocks, stopReason }: Plan): fc.Arbitrary<readonly object[]> {
  const told = fc.tuple(...blocks.map((type, index) => deltas[type].map((events) => block(index, type, events))))
  return fc.tuple(opening, told, closing(stopReason)).map(([start, inner, end]) => [start, ...inner.flat(), ...end])
}

const opening = fc
  .record(
    {
      content: fc.constant([]),
      stop_reason: fc.constant(null),
      stop_sequence: fc.constant(null),
      usage: fc.record({ input_tokens: fc.nat(), output_tokens: fc.nat() }),
    },
    { requiredKeys: [] },
  )
  .chain((more) => fc.uuid().map((id) => ({ id, type: 'message', role: 'assistant', model: 'vendor-model', ...more })))
  .map((message) => ({ type: 'message_start', message }))

const pieces = fc
  .array(fc.nat(16), { maxLength: 4 })
  .map((cuts) => split('{"city":"Oslo"}', cuts))
  .map((parts) => parts.map((partial_json) => ({ type: 'input_json_delta', partial_json })))

const deltas: Readonly<Record<Plan['blocks'][number], fc.Arbitrary<readonly object[]>>> = {
  text: fc.array(
    fc.oneof(
      text.map((words) => ({ text: words })),
      text.map((words) => ({ type: 'text_delta', text: words })),
      fc.constant({ type: 'text_delta', text: '' }),
      fc.constant({ type: 'citations_delta', citation: {} }),
    ),
    { maxLength: 4 },
  ),
  tool_use: pieces,
  thinking: fc.array(
    fc.oneof(
      text.map((thinking) => ({ type: 'thinking_delta', thinking })),
      fc.constant({ type: 'signature_delta', signature: 'abc' }),
    ),
    { maxLength: 3 },
  ),
}

function block(index: number, type: Plan['blocks'][number], told: readonly object[]): readonly object[] {
  const starts = {
    text: { type, text: '' },
    tool_use: { type, id: `toolu_0${index}`, name: 'get_weather', input: {} },
    thinking: { type },
  }
  return [
    { type: 'content_block_start', index, content_block: starts[type] },
    ...told.map((delta) => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ]
}

function closing(stop_reason: string): fc.Arbitrary<readonly object[]> {
  return fc.tuple(count, perhapsCounts, fc.boolean(), extras).map(([tokens, more, isBeside, rest]) => {
    const usage = { input_tokens: tokens, output_tokens: tokens, ...more }
    const end = { ...rest, type: 'message_delta', delta: { stop_reason, stop_sequence: null, usage } }
    return [isBeside ? { ...end, usage: { output_tokens: tokens } } : end, { type: 'message_stop' }]
  })
}

function split(whole: string, cuts: readonly number[]): readonly string[] {
  const edges = [0, ...[...cuts].sort((one, other) => one - other), whole.length]
  return edges.slice(1).map((edge, index) => whole.slice(edges[index], edge))
}

const stranger = fc.constantFrom<object>({ type: 'ping' }, { type: 'vertex_event', at: 1 }, { type: 'x', index: 'y' })

/** Draws the payloads of a conforming stream. */
export function streams(plan: Plan): fc.Arbitrary<readonly object[]> {
  const strangers = fc.array(fc.tuple(fc.nat(30), stranger), { maxLength: 3 })
  return fc
    .tuple(strict(plan), strangers)
    .map(([events, added]) => added.reduce<readonly object[]>((all, [at, one]) => all.toSpliced(at, 0, one), events))
}

/** Writes a stream in one of the ways that the WHATWG specification of server-sent events allows. */
export function written(payloads: readonly object[]): fc.Arbitrary<Answer> {
  const end = fc.constantFrom('\n', '\r\n', '\r')
  const type = fc.constantFrom('text/event-stream', 'text/event-stream; charset=utf-8', 'Text/Event-Stream')
  return fc
    .tuple(end, fc.boolean(), fc.boolean(), fc.boolean(), type)
    .map(([eol, isNamed, isSpaced, isMarked, declared]) => {
      const events = payloads.map((payload) => {
        const line = isNamed
          ? `event: ${(payload as { readonly type: string }).type}${eol}id: 7${eol}`
          : `: comment${eol}`
        return `${line}data:${isSpaced ? ' ' : ''}${JSON.stringify(payload)}${eol}${eol}`
      })
      const bytes = new TextEncoder().encode(`${isMarked ? '\ufeff' : ''}${events.join(isSpaced ? eol : '')}`)
      return { status: 200, type: declared, bytes }
    })
}
