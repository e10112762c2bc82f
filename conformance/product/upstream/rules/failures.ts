import { validate } from '../../../../schemas/index.ts'
import { header } from '../../../core/model/exchange.ts'
import type { UpstreamBehaviour } from '../../../core/model/upstream.ts'
import { areaOf } from '../../../core/model/vocabulary.ts'
import { replyInWords, type TrialCase } from '../cases.ts'
import type { ClientReply } from '../client-reply.ts'
import type { UpstreamRemark, UpstreamRule } from '../rules.ts'
import { notArrived } from './requests.ts'

const kinds: ReadonlySet<string> = new Set(['status', 'silence', 'reset', 'not-json', 'half-body', 'refused'])

export const errorsMapped: UpstreamRule = {
  statement: 'A failure of the upstream becomes an error of section 7 of the same class, never a success.',
  appliesTo: ({ trial }) => kinds.has(trial.behaviour.kind),
  *check(one) {
    const { trial, reply } = one
    const { behaviour } = trial
    const { status } = reply
    const what = inWords(behaviour)
    if (status !== undefined && status < 400) {
      yield {
        as: 'fail',
        message: `${what}, and the client got a success`,
        expected: classInWords(behaviour),
        actual: replyInWords(one),
      }
      return
    }
    const missing = behaviour.kind === 'refused' ? undefined : notArrived(one)
    if (missing !== undefined) yield missing
    else if (status === undefined) yield withoutReply(one, what)
    else {
      if (!isOfClass(status, behaviour))
        yield {
          as: 'fail',
          message: `${what}, and the client got an error of another class`,
          expected: classInWords(behaviour),
          actual: `status ${status}`,
        }
      yield* formOf(one, what)
      yield* retryAfterOf(one)
    }
  },
}

function withoutReply(one: TrialCase, what: string): UpstreamRemark {
  const actual = replyInWords(one)
  // A gateway that asks several times before it gives up may need longer than the experiment waits.
  if (one.sent.ended === 'timeout' || one.sent.ended === 'cancelled')
    return { as: 'observed', message: `${what}, and the client waited longer than the experiment`, actual }
  return { as: 'fail', message: `${what}, and the client got no response`, expected: 'an error', actual }
}

/** The schemas of error bodies. Section 7 shows none for images. */
const errorSchemas = { messages: 'messages/error', 'content-generation': 'content-generation/error' } as const

function* formOf({ trial, reply }: TrialCase, what: string): Generator<UpstreamRemark> {
  const area = areaOf[trial.operation]
  if (area !== 'messages' && area !== 'content-generation') return
  const [violation] = validate(errorSchemas[area], reply.json).violations
  if (violation !== undefined)
    yield {
      as: 'fail',
      message: `${what}, and the client got no error of section 7: ${violation.message}`,
      expected: 'an error of section 7',
      actual: reply.raw.slice(0, 200),
    }
}

function* retryAfterOf({ trial: { behaviour }, sent, reply }: TrialCase): Generator<UpstreamRemark> {
  if (behaviour.kind !== 'status' || behaviour.retryAfter === undefined || reply.status !== 429) return
  if (header(sent.response?.headers ?? [], 'retry-after') === undefined)
    yield { as: 'observed', message: 'Retry-After of the upstream’s 429 did not reach the client' }
}

function inWords(behaviour: UpstreamBehaviour): string {
  switch (behaviour.kind) {
    case 'status':
      return `the upstream answered ${behaviour.status}`
    case 'silence':
      return 'the upstream did not answer'
    case 'reset':
      return 'the upstream broke the connection'
    case 'not-json':
      return 'the upstream answered with a page of HTML'
    case 'half-body':
      return 'the upstream broke off in the middle of its reply'
    default:
      return 'the upstream accepted no connection'
  }
}

/** The upstream's 401 and 403 concern the gateway's own key, so the gateway may call them an error of its own. */
const classes: Readonly<Record<number, readonly [words: string, isFitting: (status: number) => boolean]>> = {
  400: ['status 400', (status) => status === 400 || status === 422],
  401: ['status 401, 403 or 5xx', (status) => status === 401 || status === 403 || status >= 500],
  403: ['status 401, 403 or 5xx', (status) => status === 401 || status === 403 || status >= 500],
  404: ['status 404, 400 or 5xx', (status) => status === 404 || status === 400 || status >= 500],
  413: ['status 413 or 400', (status) => status === 413 || status === 400],
  429: ['status 429', (status) => status === 429],
}
const serverClass = ['status 5xx or 429', (status: number) => status >= 500 || status === 429] as const
const brokenClass = ['status 5xx', (status: number) => status >= 500 || status === 408] as const

function classOf(behaviour: UpstreamBehaviour): readonly [string, (status: number) => boolean] {
  if (behaviour.kind !== 'status') return brokenClass
  return classes[behaviour.status] ?? serverClass
}

function isOfClass(status: number, behaviour: UpstreamBehaviour): boolean {
  return classOf(behaviour)[1](status)
}

function classInWords(behaviour: UpstreamBehaviour): string {
  return classOf(behaviour)[0]
}

const breaksInWords: Readonly<Record<string, string>> = {
  cut: 'the upstream cut the stream',
  garbled: 'the upstream sent an event that is not JSON and ended the stream',
  'error-event': 'the upstream sent an error in mid-stream',
  'silence-in-stream': 'the upstream fell silent in mid-stream',
}

/** The reasons of an end that a client takes for that of a complete reply. A gateway may tell of trouble in another one. */
const completeReasons: ReadonlySet<string> = new Set([
  ...['end_turn', 'max_tokens', 'stop_sequence', 'tool_use'],
  ...['STOP', 'MAX_TOKENS'],
])

function looksComplete({ isEnded, hasError, finish }: ClientReply): boolean {
  return isEnded && !hasError && (finish === undefined || completeReasons.has(finish))
}

export const cutStreamsDoNotEnd: UpstreamRule = {
  statement: 'A stream that the upstream does not complete does not end as if it were complete.',
  appliesTo: ({ trial }) => breaksInWords[trial.behaviour.kind] !== undefined,
  *check(one) {
    const { trial, reply } = one
    const missing = notArrived(one)
    if (missing !== undefined) yield missing
    else if (reply.status === 200 && looksComplete(reply))
      yield {
        as: 'fail',
        message: `${breaksInWords[trial.behaviour.kind]}, and the client got a complete stream`,
        expected: 'an error, or no end',
        actual: reply.finish ?? 'an end',
      }
  },
}
