import { itemsOf, type Members, membersOf } from '../../../schemas/json.ts'
import { type Alteration, all, type Change, having, where, within, withoutMember } from '../../alterations.ts'
import type { IncomingRequest } from '../../incoming-request.ts'
import type { ReplyEvent } from '../../reply.ts'
import { breaking, type Fault, wrongIn } from '../fault.ts'

import { hasDelta, inEvent, inEvents } from './alterations.ts'

const wrongStart = wrongIn((change) => inEvent('message_start', change))
const wrongEnd = wrongIn((change) => inEvent('message_delta', change))
const wrongCount = wrongIn((change) => inEvent('message_delta', inBothUsages(change)))

/** Defects in the content of events (interpretations S4 to S6). */
export const streamPayloadFaults: readonly Fault[] = [
  wrongStart('messages-stream-no-message', 'messages.stream-start-message', '/message'),
  wrongStart('messages-stream-same-id', 'messages.reply-id-unique', '/message/id', 'msg_1'),
  wrongStart('messages-stream-empty-stop-reason', 'messages.stream-start-stop-reason', '/message/stop_reason', ''),
  breaking(
    'messages-stream-text-elsewhere',
    ['messages.stream-text-delta'],
    inEvent(
      'content_block_delta',
      where(hasDelta('text_delta'), within('delta', all(withoutMember('text'), having({ content: 'word' })))),
    ),
  ),
  breaking('messages-stream-thinking-in-text', ['messages.stream-text-delta'], inDelta('text_delta', asThinking)),
  breaking('messages-stream-text-as-input', ['messages.stream-text-delta'], inDelta('text_delta', asNoInput)),
  breaking('messages-stream-input-dropped', ['messages.tool-use-input-fits'], inEvents(withoutInput)),
  breaking(
    'messages-stream-input-cut',
    ['messages.stream-tool-input-json'],
    inEvent('content_block_delta', where(hasDelta('input_json_delta'), within('delta', having({ partial_json: '{' })))),
  ),
  wrongEnd('messages-stream-null-stop-reason', 'messages.stream-stop-reason', '/delta/stop_reason', null),
  breaking(
    'messages-stream-no-usage',
    ['messages.stream-usage'],
    inEvent('message_delta', all(withoutMember('usage'), within('delta', withoutMember('usage')))),
  ),
  wrongEnd('messages-stream-usage-beside-delta', 'messages.stream-usage-in-delta', '/delta/usage'),
  wrongCount('messages-stream-zero-output-tokens', 'messages.stream-output-tokens-positive', '/output_tokens', 0),
  breaking(
    'messages-stream-counts-as-text-inside',
    ['messages.stream-input-tokens', 'messages.stream-output-tokens'],
    inEvent('message_delta', within('delta', within('usage', having({ input_tokens: '8', output_tokens: '2' })))),
  ),
  wrongCount('messages-stream-negative-count', 'messages.stream-counts-not-negative', '/input_tokens', -1),
  wrongCount('messages-stream-no-input-tokens', 'messages.stream-input-tokens', '/input_tokens'),
  wrongCount('messages-stream-half-a-token', 'messages.stream-output-tokens', '/output_tokens', 1.5),
]

function inDelta(type: string, change: Change): Alteration {
  return inEvent('content_block_delta', where(hasDelta(type), within('delta', change)))
}

/** Returns the delta of another kind of block. */
function asThinking({ text }: Members): Members {
  return { type: 'thinking_delta', thinking: text }
}

function asNoInput(): Members {
  return { type: 'input_json_delta', partial_json: '' }
}

/** Drops the input deltas if a tool requires input. Other tools may be used without input. */
function withoutInput(sent: readonly ReplyEvent[], request: IncomingRequest): readonly ReplyEvent[] {
  const used = sent.map(({ data }) => membersOf(membersOf(data)['content_block'])['name'])
  if (!used.some((name) => needsInput(name, request))) return sent
  return sent.filter(({ data }) => !hasDelta('input_json_delta')(membersOf(data)))
}

function needsInput(used: unknown, { value }: IncomingRequest): boolean {
  const tool = itemsOf(membersOf(value.body)['tools'])
    .map(membersOf)
    .find(({ name }) => name === used)
  return itemsOf(membersOf(tool?.['input_schema'])['required']).length > 0
}

/** Changes the counts inside `delta` and those next to it. */
function inBothUsages(change: Change): Change {
  return all(within('usage', change), within('delta', within('usage', change)))
}
