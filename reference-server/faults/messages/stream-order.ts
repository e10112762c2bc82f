import { type Members, membersOf } from '../../../schemas/json.ts'
import { having, inPayloads, where, withoutMember } from '../../alterations.ts'
import type { ReplyEvent } from '../../reply.ts'
import { breaking, type Fault } from '../fault.ts'

import { bareData, doubling, dropping, inEvent, inEvents, isEvent } from './alterations.ts'

const error = { type: 'error', error: { type: 'overloaded_error', message: 'Not now.', code: 'overloaded' } }

/** Defects of the order of events (section 6, interpretations S1 and S2). */
export const streamOrderFaults: readonly Fault[] = [
  breaking('messages-stream-two-starts', ['messages.stream-order'], doubling('message_start')),
  breaking('messages-stream-no-start', ['messages.stream-order'], dropping('message_start')),
  breaking(
    'messages-stream-block-before-start',
    ['messages.stream-order'],
    inEvents(([start, block, ...rest]) => [block!, start!, ...rest]),
  ),
  breaking('messages-stream-delta-without-start', ['messages.stream-order'], dropping('content_block_start')),
  breaking('messages-stream-block-started-twice', ['messages.stream-order'], doubling('content_block_start')),
  breaking('messages-stream-delta-after-block-stop', ['messages.stream-order'], inEvents(withLateDelta)),
  breaking('messages-stream-start-in-a-block', ['messages.stream-order'], inEvents(withSecondStart)),
  breaking('messages-stream-no-block-stop', ['messages.stream-order'], dropping('content_block_stop')),
  breaking('messages-stream-no-message-delta', ['messages.stream-order'], dropping('message_delta')),
  breaking('messages-stream-no-stop', ['messages.stream-end'], dropping('message_stop')),
  breaking('messages-stream-two-stops', ['messages.stream-nothing-after-stop'], doubling('message_stop')),
  breaking(
    'messages-stream-goes-on-after-error',
    ['messages.stream-nothing-after-error'],
    inEvents(([start, ...rest]) => [start!, { event: 'error', data: error }, ...rest]),
  ),
  breaking('messages-stream-two-message-deltas', ['messages.stream-one-message-delta'], doubling('message_delta')),
  breaking(
    'messages-stream-two-deltas-one-reason',
    ['messages.stream-one-message-delta', 'messages.stream-stop-reason-throughout'],
    inEvents(withReasonlessDelta),
  ),
  breaking(
    'messages-stream-delta-elsewhere',
    ['messages.stream-index-of-open-block'],
    inEvent('content_block_delta', shifted),
  ),
  breaking(
    'messages-stream-stop-elsewhere',
    ['messages.stream-index-of-open-block'],
    inEvent('content_block_stop', shifted),
  ),
  ...['start', 'delta', 'stop'].map((kind) =>
    breaking(
      `messages-stream-${kind}-without-index`,
      ['messages.stream-index'],
      inEvent(`content_block_${kind}`, withoutMember('index')),
    ),
  ),
  breaking(
    'messages-stream-index-as-text',
    ['messages.stream-index'],
    inPayloads('messages.stream', where(hasIndex, withIndexAsText)),
  ),
  breaking(
    'messages-stream-index-from-one',
    ['messages.stream-indices-count-up'],
    inPayloads('messages.stream', where(hasIndex, shifted)),
  ),
  breaking(
    'messages-stream-index-reused',
    ['messages.stream-indices-distinct'],
    inPayloads('messages.stream', where(hasIndex, having({ index: 0 }))),
  ),
  breaking(
    'messages.stream-no-done-before-stop',
    ['messages.stream-no-done-before-stop'],
    inEvents((events) => [...events.slice(0, -1), bareData('[DONE]'), ...events.slice(-1)]),
  ),
  breaking(
    'messages-stream-done-for-stop',
    ['messages.stream-no-done-before-stop', 'messages.stream-end'],
    inEvents((events) => [...events.slice(0, -1), bareData('[DONE]')]),
  ),
  breaking(
    'messages.stream-no-done-after-stop',
    ['messages.stream-no-done-after-stop'],
    inEvents((events) => [...events, bareData('[DONE]')]),
  ),
]

function hasIndex({ index }: Members): boolean {
  return index !== undefined
}

function withIndexAsText(payload: Members): Members {
  return { ...payload, index: String(payload['index']) }
}

function shifted(payload: Members): Members {
  return { ...payload, index: Number(payload['index']) + 1 }
}

/** Moves the last delta of each block after its stop. */
function withLateDelta(events: readonly ReplyEvent[]): readonly ReplyEvent[] {
  const sent = [...events]
  for (const [at, event] of events.entries()) {
    const before = events[at - 1]
    if (!isEvent(event, 'content_block_stop') || before === undefined || !isEvent(before, 'content_block_delta'))
      continue
    sent[at - 1] = event
    sent[at] = before
  }
  return sent
}

/** Adds another `message_start` after the first delta of each block. */
function withSecondStart(events: readonly ReplyEvent[]): readonly ReplyEvent[] {
  const [start] = events
  return events.flatMap((event, at) => {
    const isFirstDelta =
      isEvent(event, 'content_block_delta') && isEvent(events[at - 1] ?? event, 'content_block_start')
    return isFirstDelta && start !== undefined ? [event, start] : [event]
  })
}

/** Adds a first `message_delta` with the counts but no stop reason. */
function withReasonlessDelta(events: readonly ReplyEvent[]): readonly ReplyEvent[] {
  return events.flatMap((event) => (isEvent(event, 'message_delta') ? [withoutReason(event), event] : [event]))
}

function withoutReason(event: ReplyEvent): ReplyEvent {
  const payload = membersOf(event.data)
  return { ...event, data: { ...payload, delta: { ...membersOf(payload['delta']), stop_reason: null } } }
}
