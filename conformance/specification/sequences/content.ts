import fc from 'fast-check'
import { isObject, itemsOf, type Members, membersOf } from '../../../schemas/json.ts'
import type { RequestValue } from '../../core/model/operation.ts'
import type { ProbeAnswer } from '../../core/model/plan.ts'
import { contentFrom } from '../areas/content-generation/joined-events.ts'
import { generateContent, streamContent } from '../areas/content-generation/operations.ts'
import { ask, turn } from '../areas/content-generation/templates/build.ts'
import type { SequenceCommand } from './command.ts'
import { texts } from './texts.ts'

/**
 * A conversation: its turns with every part as it came, and the names of the functions that the target called and that
 * have not responded yet.
 */
export interface ContentConversationState {
  readonly turns: readonly unknown[]
  readonly calls: readonly unknown[]
}

export const emptyConversation: ContentConversationState = { turns: [], calls: [] }

const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
const tools = [
  { functionDeclarations: [{ name: 'get_weather', description: 'Gives the weather of a city.', parameters }] },
]

/** The way to send the next turn: plain, with a mode of calling functions, as a stream, or twice at the same time. */
type Way = 'plain' | 'ANY' | 'NONE' | 'stream' | 'twice'

/** The form of earlier replies: every part as it came, or only what section 2.6 lists for requests. */
type Form = 'as it came' | 'as listed'

/** Returns a command in which the user speaks. It is possible if no function has to respond. */
function say(parts: readonly unknown[], way: Way, form: Form): SequenceCommand<ContentConversationState> {
  return {
    isPossible: ({ calls }) => calls.length === 0,
    ...sending(({ turns }) => [...turns, turn('user', ...parts)], way, form),
  }
}

/** Returns a command in which all functions that the target called respond. */
function respond(response: Members, way: Way, form: Form): SequenceCommand<ContentConversationState> {
  return {
    isPossible: ({ calls }) => calls.length > 0,
    ...sending(
      ({ turns, calls }) => {
        const responses = calls.map((name) => ({ functionResponse: { name, response } }))
        return [...turns, turn('user', ...responses)]
      },
      way,
      form,
    ),
  }
}

function sending(
  turnsAfter: (talk: ContentConversationState) => readonly unknown[],
  way: Way,
  form: Form,
): Pick<SequenceCommand<ContentConversationState>, 'operation' | 'requests' | 'learn'> {
  const mode = way === 'ANY' || way === 'NONE' ? { toolConfig: { functionCallingConfig: { mode: way } } } : {}
  const asked = (talk: ContentConversationState): RequestValue =>
    ask({ contents: turnsAfter(talk).map(inForm(form)), tools, ...mode })
  return {
    operation: way === 'stream' ? 'content.stream' : 'content.generate',
    requests: (talk) => {
      if (way === 'stream') return [streamContent.write(asked(talk))]
      const request = generateContent.write(asked(talk))
      return way === 'twice' ? [request, request] : [request]
    },
    learn: (talk, [answer]) => continueConversation(talk, turnsAfter(talk), answer),
  }
}

/** Returns the conversation with a reply as its next turn, or unchanged if a client cannot send that reply back. */
function continueConversation(
  before: ContentConversationState,
  turns: readonly unknown[],
  answer: ProbeAnswer | null | undefined,
): ContentConversationState {
  const reply = answer?.events === undefined ? answer?.json : contentFrom(answer.events)
  const { content, finishReason } = membersOf(itemsOf(membersOf(reply)['candidates'])[0])
  const parts = itemsOf(membersOf(content)['parts']).map(membersOf)
  const whole = parts.filter(isSendable)
  const listed = whole.map(asRequested).filter((part) => part !== undefined)
  const calls = listed.flatMap(({ functionCall }) => (isObject(functionCall) ? [functionCall['name']] : []))
  const isWhole = listed.length > 0 && finishReason === 'STOP'
  return isWhole ? { turns: [...turns, turn('model', ...whole)], calls } : before
}

/** Returns whether a client sends a part back. Members that section 2.6 does not list are not judged (G1). */
function isSendable({ text, ...others }: Members): boolean {
  return Object.keys(others).length > 0 || (typeof text === 'string' && text.trim() !== '')
}

function inForm(form: Form): (turn: unknown) => unknown {
  return (one) => {
    const { role, parts } = membersOf(one)
    if (form === 'as it came' || role !== 'model') return one
    return {
      ...membersOf(one),
      parts: itemsOf(parts)
        .map(membersOf)
        .flatMap((part) => asRequested(part) ?? []),
    }
  }
}

/** Reduces a part of a reply to the members that section 2.6 lists for a request; `undefined` if it is not listed. */
function asRequested({ text, functionCall }: Members): Members | undefined {
  if (typeof text === 'string') return text.trim() === '' ? undefined : { text }
  if (!isObject(functionCall) || typeof functionCall['name'] !== 'string') return undefined
  const { name, args } = functionCall
  return { functionCall: isObject(args) ? { name, args } : { name } }
}

const ways = fc.oneof(
  { arbitrary: fc.constantFrom<Way[]>('plain', 'ANY'), weight: 3 },
  { arbitrary: fc.constantFrom<Way[]>('NONE', 'stream', 'twice'), weight: 2 },
)
const forms = fc.constantFrom<Form[]>('as it came', 'as listed')
const parts = fc.array(texts, { minLength: 1, maxLength: 3 }).map((all) => all.map((text) => ({ text })))
const responses = fc.oneof(
  fc.constant<Members>({}),
  texts.map((weather): Members => ({ weather })),
  fc.tuple(texts, fc.double({ min: -40, max: 40, noNaN: true })).map(
    ([said, degrees]): Members => ({
      all: [{ said, degrees }],
      error: null,
    }),
  ),
)

/** The next steps of a conversation. */
export const contentCommands: fc.Arbitrary<SequenceCommand<ContentConversationState>> = fc.oneof(
  fc.tuple(parts, ways, forms).map(([all, way, form]) => say(all, way, form)),
  fc.tuple(responses, ways, forms).map(([response, way, form]) => respond(response, way, form)),
)
