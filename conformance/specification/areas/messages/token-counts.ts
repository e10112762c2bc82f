import { isObject, itemsOf, member, memberAt, membersOf } from '../../../../schemas/json.ts'
import { isSuccess, type Observation } from '../../../core/model/observation.ts'
import type { StatedTokens, TokenReader, WithoutPart } from '../../../core/model/token-counts.ts'
import { isTokenCount, leftOut, membersWithout, withLast } from '../left-out.ts'
import { closingOf, streamTraceOf } from './stream-trace.ts'
import { usagesOf } from './usage.ts'

/** Reads the token counts of section 2.9, and those of a stream. */
export const messageTokens: TokenReader = {
  statedIn,
  inputOf,
  withoutParts,
}

function statedIn(seen: Observation): StatedTokens | undefined {
  if (!isSuccess(seen.status)) return undefined
  const usages = seen.operation.streams ? streamedUsages(seen) : [member(seen.json, 'usage')]
  const last = (name: string) => usages.map((usage) => member(usage, name)).findLast(isTokenCount)
  const input = last('input_tokens')
  if (input === undefined) return undefined
  const cached = (last('cache_creation_input_tokens') ?? 0) + (last('cache_read_input_tokens') ?? 0)
  return { input: input + cached, output: last('output_tokens') }
}

/** Returns the counts of a stream in order. They may grow, and many gateways state the input only in the first event. */
function streamedUsages(seen: Observation): readonly unknown[] {
  const trace = streamTraceOf(seen)
  const start = trace?.events.find(({ type }) => type === 'message_start')
  return [memberAt(start?.payload, 'message', 'usage'), ...usagesOf(closingOf(trace)).map(({ counts }) => counts)]
}

function inputOf(body: unknown): unknown {
  const { stream: _stream, ...rest } = membersOf(body)
  return { ...rest, messages: itemsOf(rest['messages']).map(shorthand) }
}

/** Returns a message with a string for its content if that is one plain text block (section 2.8). */
function shorthand(message: unknown): unknown {
  const blocks = itemsOf(member(message, 'content'))
  const [{ type, text, ...others }] = [membersOf(blocks[0])]
  const isPlain = blocks.length === 1 && type === 'text' && Object.keys(others).length === 0
  return isPlain ? { ...membersOf(message), content: text } : message
}

function withoutParts(input: unknown): readonly WithoutPart[] {
  const whole = membersOf(input)
  const messages = itemsOf(whole['messages'])
  const later = messages.flatMap((message) => itemsOf(member(message, 'content')).flatMap(laterOfResult))
  return [
    ...leftOut('system', [whole['system']], membersWithout(whole, 'system')),
    ...leftOut('history', messages.slice(0, -1), { ...whole, messages: messages.slice(-1) }),
    ...leftOut('tool', [whole['tools']], membersWithout(whole, 'tools')),
    ...leftOut('tool result', later, { ...whole, messages: messages.map(withShortResults) }),
    ...withoutBlocks(whole, 'image').flatMap(({ own, rest }) => leftOut('picture', own, rest)),
    ...withoutBlocks(whole, 'document').flatMap(({ own, rest }) => leftOut('document', own, rest)),
  ]
}

/** Returns the blocks of a type in the last message, and the body without them. */
function withoutBlocks(whole: object, type: string) {
  const messages = itemsOf(member(whole, 'messages'))
  const blocks = itemsOf(member(messages.at(-1), 'content'))
  const [own, content] = [blocks.filter(isOfType(type)), blocks.filter((block) => !isOfType(type)(block))]
  return [{ own, rest: { ...whole, messages: withLast(messages, (last) => shorthand({ ...last, content })) } }]
}

function isOfType(type: string) {
  return (block: unknown): boolean => isObject(block) && block['type'] === type
}

/** Returns the blocks after the first of a tool result, which it can be valid without. */
function laterOfResult(block: unknown): readonly unknown[] {
  return isOfType('tool_result')(block) ? itemsOf(member(block, 'content')).slice(1) : []
}

function withShortResults(message: unknown): unknown {
  const blocks = member(message, 'content')
  if (!Array.isArray(blocks)) return message
  const content = blocks.map((block) =>
    laterOfResult(block).length === 0
      ? block
      : { ...membersOf(block), content: itemsOf(member(block, 'content')).slice(0, 1) },
  )
  return { ...membersOf(message), content }
}
