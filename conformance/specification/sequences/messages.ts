import fc from 'fast-check'
import { isObject, itemsOf, type Members, member } from '../../../schemas/json.ts'
import type { RequestValue } from '../../core/model/operation.ts'
import type { ProbeAnswer } from '../../core/model/plan.ts'
import { messageFrom } from '../areas/messages/joined-events.ts'
import { createMessage, streamMessage } from '../areas/messages/operations.ts'
import { asks, messageTurn, streamed, weatherTools } from '../areas/messages/request-values.ts'
import type { SequenceCommand } from './command.ts'
import { texts } from './texts.ts'

/** A conversation: its turns with every block as it came, and the target's tool uses without results. */
export interface MessagesConversation {
  readonly turns: readonly Members[]
  readonly uses: readonly Members[]
}

export const noTurns: MessagesConversation = { turns: [], uses: [] }

/** The way to send the next turn: plain, with a tool choice, as a stream, or twice at the same time. */
type Way = 'plain' | 'any' | 'auto' | 'stream' | 'twice'

/** The form of earlier replies: every block as it came, or only what section 2.8 lists for requests. */
type Form = 'as it came' | 'as listed'

/** Returns a command in which the user speaks. It is possible if no tool use waits for its result (section 2.8). */
function say(content: string | readonly Members[], way: Way, form: Form): SequenceCommand<MessagesConversation> {
  return {
    isPossible: ({ uses }) => uses.length === 0,
    ...sending((conversation) => [...conversation.turns, messageTurn('user', content)], way, form),
  }
}

/** Returns a command in which the user gives the results of all waiting tool uses, with the target's own ids. */
function giveResults(result: unknown, way: Way, form: Form): SequenceCommand<MessagesConversation> {
  return {
    isPossible: ({ uses }) => uses.length > 0,
    ...sending(
      ({ turns, uses }) => {
        const results = uses.map(({ id }) => ({ type: 'tool_result', tool_use_id: id, content: result }))
        return [...turns, messageTurn('user', results)]
      },
      way,
      form,
    ),
  }
}

function sending(
  turnsAfter: (conversation: MessagesConversation) => readonly Members[],
  way: Way,
  form: Form,
): Pick<SequenceCommand<MessagesConversation>, 'operation' | 'requests' | 'learn'> {
  const choice = way === 'any' || way === 'auto' ? { tool_choice: { type: way } } : {}
  const asked = (conversation: MessagesConversation): RequestValue =>
    asks(turnsAfter(conversation).map(inForm(form)), { tools: weatherTools, ...choice })
  return {
    operation: way === 'stream' ? 'messages.stream' : 'messages.create',
    requests: (conversation) => {
      const value = asked(conversation)
      if (way === 'stream') return [streamMessage.write(streamed(value))]
      const request = createMessage.write(value)
      return way === 'twice' ? [request, request] : [request]
    },
    learn: (conversation, [answer]) => continueConversation(conversation, turnsAfter(conversation), answer),
  }
}

/** Returns the conversation with a reply as its next turn, or unchanged if a client cannot send that reply back. */
function continueConversation(
  before: MessagesConversation,
  turns: readonly Members[],
  answer: ProbeAnswer | null | undefined,
): MessagesConversation {
  const message = answer?.events === undefined ? answer?.json : messageFrom(answer.events)
  const blocks = itemsOf(member(message, 'content')).filter(isObject).filter(isSendable)
  const listed = blocks.map(asRequested).filter((block) => block !== undefined)
  const uses = listed.filter(({ type }) => type === 'tool_use')
  const isWhole = listed.length > 0 && member(message, 'stop_reason') === (uses.length > 0 ? 'tool_use' : 'end_turn')
  return isWhole ? { turns: [...turns, messageTurn('assistant', blocks)], uses } : before
}

/** Blocks whose place in requests is unspecified (interpretation G16). A rejection of them is not judged. */
const thoughts: readonly unknown[] = ['thinking', 'redacted_thinking']

/** Returns whether a client may send a block back: section 2.8 lists it, or leaves open whether it is accepted. */
function isSendable(block: Members): boolean {
  return thoughts.includes(block['type']) || asRequested(block) !== undefined
}

/** Returns a function that gives the blocks of a turn the form. The blocks of the user are listed ones. */
function inForm(form: Form): (turn: Members) => Members {
  return (turn) => {
    const content = turn['content']
    if (form === 'as it came' || turn['role'] !== 'assistant' || !Array.isArray(content)) return turn
    return { ...turn, content: content.map(asRequested).filter((block) => block !== undefined) }
  }
}

/**
 * Reduces a block of a reply to one that section 2.8 lists for a request; `undefined` if it is not listed, or its text
 * is empty.
 */
function asRequested({ type, text, id, name, input }: Members): Members | undefined {
  if (type === 'text') return typeof text === 'string' && text.trim() !== '' ? { type, text } : undefined
  return type === 'tool_use' && typeof id === 'string' && isObject(input) ? { type, id, name, input } : undefined
}

const ways = fc.oneof(
  { arbitrary: fc.constantFrom<Way[]>('plain', 'any'), weight: 3 },
  { arbitrary: fc.constantFrom<Way[]>('auto', 'stream', 'twice'), weight: 2 },
)
const forms = fc.constantFrom<Form[]>('as it came', 'as listed')
const asText = texts
const asBlocks = fc
  .array(texts, { minLength: 1, maxLength: 3 })
  .map((all) => all.map((text) => ({ type: 'text', text })))
const contents = fc.oneof(asText, asBlocks)

/** The next steps of a conversation. */
export const conversationCommands: fc.Arbitrary<SequenceCommand<MessagesConversation>> = fc.oneof(
  fc.tuple(contents, ways, forms).map(([content, way, form]) => say(content, way, form)),
  fc.tuple(contents, ways, forms).map(([content, way, form]) => giveResults(content, way, form)),
)
