import { requirement } from '../../../model/build.ts'
import { type Observation, succeeded } from '../../../model/observation.ts'
import { saysJson } from '../../says-json.ts'
import { isMembers, member } from '../members.ts'
import { isEventStream } from '../story.ts'

const inOnePiece = (seen: Observation) => succeeded(seen) && seen.operation.id === 'messages.create'

/** The form of a reply in one piece. */
export default [
  requirement({
    id: 'messages.reply-not-streamed',
    section: '2.8',
    endpoint: 'messages.create',
    dimension: 'stream',
    level: 'stated',
    reading: 'M11',
    statement: 'Without `stream: true` a successful reply is no event stream.',
    needs: ['request-body', 'response-headers', 'response-body'],
    appliesTo: (seen) => inOnePiece(seen) && asksForOnePiece(seen),
    *check(seen) {
      if (!seen.isStream) return
      yield {
        message: 'the reply to a request that asks for no stream is an event stream',
        at: { in: 'header', name: 'content-type' },
        expected: 'application/json',
        actual: 'text/event-stream',
      }
    },
  }),
  requirement({
    id: 'messages.reply-json',
    section: '4',
    endpoint: 'messages.create',
    dimension: 'field',
    level: 'stated',
    reading: 'G14',
    statement: 'The body of a successful reply parses as JSON.',
    needs: ['response-body'],
    appliesTo: (seen) => inOnePiece(seen) && !seen.isStream,
    *check({ json, body }) {
      if (json !== undefined) return
      yield {
        message: `the body, ${body.length} bytes long, is not JSON`,
        at: { in: 'body', pointer: '' },
        expected: 'a JSON message',
      }
    },
  }),
  requirement({
    id: 'messages.reply-content-type',
    section: '4',
    endpoint: 'messages.create',
    dimension: 'field',
    level: 'implied',
    reading: 'G14',
    statement: 'A reply in JSON says so in its content type.',
    needs: ['response-headers', 'response-body'],
    appliesTo: (seen) => inOnePiece(seen) && seen.json !== undefined,
    check: saysJson,
  }),
  requirement({
    id: 'messages.reply-not-error',
    section: '7',
    endpoint: 'messages.create',
    alsoOn: ['messages.stream'],
    dimension: 'status',
    level: 'stated',
    statement: 'An error body comes with a 4xx or 5xx status.',
    needs: ['response-body'],
    appliesTo: (seen) => succeeded(seen) && !isEventStream(seen) && seen.json !== undefined,
    *check({ json, status }) {
      if (!isMembers(member(json, 'error')) || member(json, 'type') === 'message') return
      yield {
        message: `an error body came with status ${status}`,
        at: { in: 'status' },
        expected: 'a 4xx or 5xx status',
        actual: status,
      }
    },
  }),
] as const

/** Whether a request plainly asks for no stream: `stream` as a string or null says neither (readings G16, I3). */
function asksForOnePiece({ request: { violations, open } }: Observation): boolean {
  return violations.length === 0 && !open.some(({ pointer }) => pointer === '/body/stream')
}
