import type { Endpoint } from '../../../conformance/core/model/vocabulary.ts'
import { type Members, membersOf } from '../../../schemas/json.ts'
import { type Alteration, type Change, having, mixing, onSuccess, where, within } from '../../alterations.ts'
import type { IncomingRequest } from '../../incoming-request.ts'
import { stringIn } from '../../model/loose.ts'
import { bytes, events, type Reply } from '../../reply.ts'
import { messageFor } from '../../routes/messages-answer.ts'
import { readMessages } from '../../routes/messages-conversation.ts'
import { messageEvents } from '../../routes/messages-events.ts'
import { asHtml, asPlainText, inUtf16, withStatus } from '../../transport-alterations.ts'
import { breaking, type Fault, wrongIn } from '../fault.ts'
import {
  endsByItself,
  hasDelta,
  inBlocks,
  inEvent,
  inMessage,
  inMessages,
  inUsage,
  messageOperations,
} from './alterations.ts'

const create = 'messages.create'

const wrong = wrongIn(inMessage)
const wrongInBoth = wrongIn(inMessages)
const wrongText = wrongIn((change) => inBlocks('text', change))

/** Defects of the message that answers a request (section 2.9). */
export const replyFaults: readonly Fault[] = [
  breaking('messages-other-protocol', ['messages.reply-object'], inMessage(asCompletion)),
  wrong('messages-same-id', 'messages.reply-id-unique', '/id', 'msg_1'),
  breaking('messages-created', ['messages.success-status'], onSuccess(messageOperations, withStatus(201))),
  wrongInBoth('messages-model-of-its-own', 'messages.model-asked-for', '/model', 'no-such-model'),
  wrongText('messages-null-text', 'messages.reply-text', '/text', null),
  wrongText('messages-empty-text', 'messages.reply-text-not-empty', '/text', ''),
  breaking('messages-endless-text', ['messages.reply-text-within-limit'], inBlocks('text', endless)),
  breaking('messages-input-as-string', ['messages.reply-tool-use-input'], inBlocks('tool_use', withInputAsString)),
  wrong('messages-null-stop-reason', 'messages.reply-stop-reason', '/stop_reason', null),
  breaking('messages-foreign-stop-reason', ['messages.stop-reason-listed'], inMessage(inOtherWords)),
  wrong('messages-no-stop-sequence', 'messages.reply-stop-sequence', '/stop_sequence'),
  wrong('messages-no-usage', 'messages.reply-usage', '/usage'),
  wrong('messages-zero-output-tokens', 'messages.reply-output-tokens-positive', '/usage/output_tokens', 0),
  wrong('messages-negative-count', 'messages.reply-counts-not-negative', '/usage/input_tokens', -1),
  wrongInBoth('messages-over-max-tokens', 'messages.output-tokens-within-limit', '/usage/output_tokens', 1e9),
  breaking(
    'messages-no-cache-counts',
    ['messages.reply-cache-creation-tokens-present', 'messages.reply-cache-read-tokens-present'],
    inUsage(({ input_tokens, output_tokens }) => ({ input_tokens, output_tokens })),
  ),
  breaking(
    'messages-stop-sequence-lost',
    ['messages.stop-sequence-agrees'],
    inMessage(where(isStopped, having({ stop_sequence: null }))),
  ),
  breaking(
    'messages-stop-sequence-of-its-own',
    ['messages.stop-sequence-asked-for'],
    inMessage(where(isStopped, having({ stop_sequence: 'a sequence nobody asked for' }))),
  ),
  breaking(
    'messages-stop-sequence-at-every-end',
    ['messages.stop-sequence-agrees', 'messages.stop-sequence-asked-for'],
    inMessage(where(endsByItself, having({ stop_sequence: '' }))),
  ),
  breaking('messages-stream-unasked', ['messages.reply-not-streamed'], onSuccess(create, streamed)),
  breaking('messages-html-page', ['messages.reply-json'], onSuccess(create, asHtml)),
  breaking('messages-utf-16', ['messages.reply-utf-8'], onSuccess(create, inUtf16)),
  breaking('messages-raw-line-breaks', ['messages.reply-json'], onSuccess(create, withRawLineBreaks)),
  breaking('messages-plain-text-type', ['messages.reply-content-type'], onSuccess(create, asPlainText)),
]

/** Returns a reply of another protocol, with the members that both protocols have. */
function asCompletion({ id, model }: Members): Members {
  return { id, object: 'chat.completion', model, choices: [], usage: { total_tokens: 1 } }
}

/** Returns a text that is one character longer than section 8 allows. */
function endless(block: Members): Members {
  return { ...block, text: 'a'.repeat(5_000_001) }
}

function withInputAsString(block: Members): Members {
  return { ...block, input: JSON.stringify(block['input']) }
}

/** Replaces stop reasons with those of another protocol. */
function inOtherWords(message: Members): Members {
  const words: Readonly<Record<string, string>> = { end_turn: 'stop', max_tokens: 'length', tool_use: 'tool_calls' }
  return { ...message, stop_reason: words[stringIn(message['stop_reason'])] ?? message['stop_reason'] }
}

function isStopped({ stop_reason }: Members): boolean {
  return stop_reason === 'stop_sequence'
}

function streamed(_reply: Reply, request: IncomingRequest): Reply {
  return events(messageEvents(messageFor(request)))
}

function withRawLineBreaks(reply: Reply): Reply {
  if (reply.body.kind !== 'json') return reply
  return bytes(200, 'application/json', JSON.stringify(reply.body.value).replaceAll(' ', '\n'))
}

const alsoSaying =
  (words: string): Change =>
  ({ text, ...rest }) => ({ ...rest, text: `${text} ${words} ` })

/** Replies with the words of another request (interpretation G17). */
export const isolationFaults: readonly Fault[] = [
  breaking(
    'messages-reply-of-another',
    ['messages.replies-do-not-mix'],
    mixing(lastWordsIn('messages.create'), (words) => inBlocks('text', alsoSaying(words))),
  ),
  breaking(
    'messages-stream-of-another',
    ['messages.replies-do-not-mix'],
    mixing(lastWordsIn('messages.stream'), inTextDeltas),
  ),
]

function lastWordsIn(on: Endpoint): (request: IncomingRequest) => string {
  return ({ endpoint, value }) => (endpoint === on ? readMessages(membersOf(value.body)).lastWords : '')
}

function inTextDeltas(words: string): Alteration {
  const added = within('delta', alsoSaying(words))
  return inEvent('content_block_delta', where(hasDelta('text_delta'), added))
}
