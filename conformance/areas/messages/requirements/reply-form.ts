import { requirement } from '../../../model/build.ts'
import { type Observation, succeeded } from '../../../model/observation.ts'
import { isJson, replyContentType, replyParses } from '../../transport.ts'
import { isErrorBody } from '../message-view.ts'
import { isEventStream } from '../stream-trace.ts'

const inOnePiece = (seen: Observation) => succeeded(seen) && seen.operation.id === 'messages.create'

/** The form of a reply that is not streamed. */
export default [
  requirement({
    id: 'messages.reply-not-streamed',
    section: '2.8',
    endpoint: 'messages.create',
    dimension: 'stream',
    level: 'stated',
    interpretation: 'M11',
    statement: 'Without `stream: true` a successful response is not an event stream.',
    needs: ['request-body', 'response-headers', 'response-body'],
    appliesTo: (seen) => inOnePiece(seen) && asksForOnePiece(seen),
    *check(seen) {
      if (!seen.isStream) return
      yield {
        message: 'returned an event stream for a request without `stream: true`',
        at: { in: 'header', name: 'content-type' },
        expected: 'application/json',
        actual: 'text/event-stream',
      }
    },
  }),
  requirement({
    ...replyParses,
    id: 'messages.reply-json',
    endpoint: 'messages.create',
    statement: 'The body of a successful reply parses as JSON.',
    appliesTo: (seen) => inOnePiece(seen) && !seen.isStream,
    check: isJson(({ body }) => `body is not JSON (${body.length} bytes)`, 'a JSON message'),
  }),
  requirement({
    ...replyContentType,
    id: 'messages.reply-content-type',
    endpoint: 'messages.create',
    statement: 'A response in JSON has a JSON content type.',
    appliesTo: (seen) => inOnePiece(seen) && seen.json !== undefined,
  }),
  requirement({
    id: 'messages.reply-not-error',
    section: '7',
    endpoint: 'messages.create',
    alsoOn: ['messages.stream'],
    dimension: 'status',
    level: 'stated',
    isOfReplies: true,
    statement: 'An error body comes with a 4xx or 5xx status.',
    needs: ['response-body'],
    appliesTo: (seen) => succeeded(seen) && (isEventStream(seen) || seen.json !== undefined),
    *check({ json, status }) {
      if (!isErrorBody(json)) return
      yield {
        message: `returned an error body with status ${status}`,
        at: { in: 'status' },
        expected: 'a 4xx or 5xx status',
        actual: status,
      }
    },
  }),
] as const

/**
 * Returns whether a request plainly asks for no stream. `stream` as a string or null decides neither (interpretations
 * G16, I3).
 */
function asksForOnePiece({ request: { violations, open } }: Observation): boolean {
  return violations.length === 0 && !open.some(({ pointer }) => pointer === '/body/stream')
}
