import type { Endpoint } from '../../../conformance/core/model/vocabulary.ts'
import { type Members, membersOf } from '../../../schemas/json.ts'
import {
  type Alteration,
  each,
  having,
  inPayloads,
  inReply,
  mixing,
  onSuccess,
  where,
  within,
  withoutMember,
} from '../../alterations.ts'
import type { IncomingRequest } from '../../incoming-request.ts'
import { bytes, events, jsonReply, type Reply, raw } from '../../reply.ts'
import { readContents } from '../../routes/content-generation-conversation.ts'
import { asHtml, framesOf, withJsonType, withLatin1Comment, withoutDataPrefix } from '../../transport-alterations.ts'
import { breaking, type Fault } from '../fault.ts'
import { has, inChunks } from './alterations.ts'
import { mimeTypeIn } from './obedience.ts'

const stream = 'content.stream'
const whole = 'content.generate'
/** A chunk of another protocol. */
const foreign = { id: 'chatcmpl-1', object: 'chat.completion.chunk', candidates: 'amber' }
const streamType = 'text/event-stream; charset=utf-8'

/** Defects of the stream (interpretation C10). */
export const streamFaults: readonly Fault[] = [
  breaking(
    'content-stream-as-json',
    ['content.stream-content-type', 'content.stream-events'],
    onSuccess(stream, asJson),
  ),
  breaking(
    'content-stream-as-html',
    ['content.stream-content-type', 'content.stream-events'],
    onSuccess(stream, asHtml),
  ),
  breaking('content-stream-type-of-json', ['content.stream-content-type'], onSuccess(stream, withJsonType)),
  breaking(
    'content-stream-empty',
    ['content.stream-events'],
    onSuccess(stream, () => events([])),
  ),
  breaking('content-stream-no-data-prefix', ['content.stream-events'], onSuccess(stream, withoutDataPrefix)),
  breaking(
    'content-stream-of-another',
    ['content.replies-do-not-mix'],
    mixing(lastWordsIn(stream), alsoSaying(inPayloads, stream)),
  ),
  breaking(
    'content-reply-of-another',
    ['content.replies-do-not-mix'],
    mixing(lastWordsIn(whole), alsoSaying(inReply, whole)),
  ),
  breaking('content-stream-latin-1', ['content.stream-utf8'], onSuccess(stream, withLatin1Comment)),
  breaking(
    'content-stream-always-finished',
    ['content.stream-finish-reason-last'],
    inPayloads(stream, each('candidates', having({ finishReason: 'STOP' }))),
  ),
  breaking(
    'content-stream-never-finished',
    ['content.stream-finish-reason-last'],
    inPayloads(stream, each('candidates', withoutMember('finishReason'))),
  ),
  breaking(
    'content-stream-500',
    ['content.plain-request-accepted'],
    onSuccess(stream, () => jsonReply(500, { error: { code: 500, message: 'Not made yet.', status: 'INTERNAL' } })),
  ),
  breaking(
    'content-stream-of-counts-only',
    ['content.stream-recognised'],
    inChunks((chunks) =>
      chunks.map(({ data }) => ({ data: { usageMetadata: membersOf(data)['usageMetadata'] ?? {} } })),
    ),
  ),
  breaking(
    'content-stream-unterminated',
    ['content.stream-terminated', 'content.stream-finish-reason-last'],
    onSuccess(stream, withoutLastBlankLine),
  ),
  breaking(
    'content-stream-cut-json',
    ['content.stream-payload-json'],
    inChunks(([first, ...rest]) => [{ data: raw(JSON.stringify(membersOf(first?.data)).slice(0, -4)) }, ...rest]),
  ),
  breaking(
    'content-stream-done-between',
    ['content.stream-payload-json'],
    inChunks((chunks) => [{ data: raw('[DONE]') }, ...chunks]),
  ),
  breaking(
    'content-stream-list',
    ['content.stream-payload-json'],
    inChunks((chunks) => chunks.map(({ data }) => ({ data: [data] }))),
  ),
  breaking(
    'content-stream-other-dialect',
    ['content.stream-partial-reply'],
    inChunks((chunks) => [{ data: foreign }, ...chunks]),
  ),
]

function asJson(reply: Reply): Reply {
  return reply.body.kind === 'events'
    ? jsonReply(
        200,
        reply.body.events.map(({ data }) => data),
      )
    : reply
}

/**
 * Removes the blank line after the last event. Skips streams of one event, because they would have no complete event
 * left.
 */
function withoutLastBlankLine(reply: Reply): Reply {
  const isShort = reply.body.kind !== 'events' || reply.body.events.length < 2
  return isShort ? reply : bytes(200, streamType, framesOf(reply).slice(0, -1))
}

function lastWordsIn(on: Endpoint): (request: IncomingRequest) => string {
  return ({ endpoint, value }) => (endpoint === on ? readContents(membersOf(value.body)).lastWords : '')
}

/** Returns whether a part is plain text. Changing other text would also violate JSON or an enum. */
function isPlainText(part: Members, request: IncomingRequest): boolean {
  return has('text')(part) && (mimeTypeIn(request) ?? 'text/plain') === 'text/plain'
}

function alsoSaying(inJson: typeof inReply, on: Endpoint): (words: string) => Alteration {
  return (words) => {
    const added = where(isPlainText, ({ text, ...part }) => ({ ...part, text: `${text} ${words} ` }))
    return inJson(on, each('candidates', within('content', each('parts', added))))
  }
}
