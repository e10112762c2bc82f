import { itemsOf, member } from '../../../../../schemas/json.ts'
import { requirement } from '../../../../core/model/build.ts'
import type { Place } from '../../../../core/model/finding.ts'
import { type Observation, succeeded } from '../../../../core/model/observation.ts'
import { counted } from '../../../../core/text/counted.ts'
import { isJson, replyContentType, replyParses, replyUtf8 } from '../../transport.ts'
import { isLongerThan } from '../longer-than.ts'
import { isErrorBody } from '../message-view.ts'
import { isEventStream } from '../stream-trace.ts'

/** The maximum number of characters of a text block (section 8). */
const longestText = 5_000_000

const inOnePiece = (seen: Observation) => succeeded(seen) && seen.operation.id === 'messages.create'

/** Requirements on a reply that is not streamed, including rules on its fields that schemas cannot express. */
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
    check: isJson(({ body }) => `body is not JSON (${counted(body.length, 'byte')})`, 'a JSON message'),
  }),
  requirement({
    ...replyContentType,
    id: 'messages.reply-content-type',
    endpoint: 'messages.create',
    statement: 'A response in JSON has a JSON content type.',
    appliesTo: (seen) => inOnePiece(seen) && seen.json !== undefined,
  }),
  requirement({
    ...replyUtf8,
    id: 'messages.reply-utf-8',
    endpoint: 'messages.create',
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
  requirement({
    id: 'messages.reply-text-within-limit',
    section: '8',
    endpoint: 'messages.create',
    dimension: 'field',
    level: 'stated',
    interpretation: 'G6',
    statement: 'The text of a text block has at most 5000000 characters.',
    needs: ['response-body'],
    appliesTo: (seen) => succeeded(seen) && texts(seen).length > 0,
    *check(seen) {
      for (const { text, at } of texts(seen)) {
        if (!isLongerThan(longestText, text)) continue
        yield { message: `text is longer than ${longestText} characters`, at, expected: `at most ${longestText}` }
      }
    },
  }),
] as const

/**
 * Returns whether a request clearly asks for no stream. `stream` as a string or null decides neither (interpretations
 * G16, I3).
 */
function asksForOnePiece({ request: { violations, open } }: Observation): boolean {
  return violations.length === 0 && !open.some(({ pointer }) => pointer === '/body/stream')
}

/** Returns the texts of text blocks in a reply that is not streamed, with their places. */
function texts({ json }: Observation): readonly { readonly text: string; readonly at: Place }[] {
  return itemsOf(member(json, 'content')).flatMap((block, index) => {
    const text = member(block, 'type') === 'text' ? member(block, 'text') : undefined
    return typeof text === 'string' ? [{ text, at: { in: 'body', pointer: `/content/${index}/text` } }] : []
  })
}
