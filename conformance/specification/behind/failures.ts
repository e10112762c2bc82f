import { header } from '../../core/model/exchange.ts'
import type { ExchangeRequirement, Requirement } from '../../core/model/requirement.ts'
import type { UpstreamBehaviour } from '../../core/model/upstream.ts'
import { contentErrorBody, errorWords } from '../areas/content-generation/requirements/errors.ts'
import { errorWord, messagesErrorBody } from '../areas/messages/requirements/errors.ts'
import { behindRequirement, modelOperations, notArrived, type Remark, streamOperations } from './behind-requirement.ts'
import type { ClientReply } from './client-reply.ts'
import { replyInWords, type TrialCase } from './trial.ts'

const kinds: ReadonlySet<string> = new Set(['status', 'silence', 'reset', 'not-json', 'half-body', 'refused'])

function isFailure({ trial }: TrialCase): boolean {
  return kinds.has(trial.behaviour.kind)
}

/** Returns whether the client's reply broke off, which is an error for every client, whatever its status line said. */
function isBrokenOff({ seen: { exchange, status } }: TrialCase): boolean {
  return status !== undefined && status < 400 && (exchange.ended === 'reset' || exchange.ended === 'timeout')
}

/** Returns whether the client gave up waiting. A gateway that asks several times may need longer than the experiment. */
function isGivenUp({ seen: { exchange, status } }: TrialCase): boolean {
  return status === undefined && (exchange.ended === 'timeout' || exchange.ended === 'cancelled')
}

const errorsMapped = behindRequirement({
  id: 'upstream.errors-mapped',
  statement: 'A failure of the upstream becomes an error of section 7 of the same class, never a success.',
  interpretation: 'U4',
  on: modelOperations,
  appliesTo: isFailure,
  *look(one) {
    const { trial, seen } = one
    const { behaviour } = trial
    const { status } = seen
    const what = inWords(behaviour)
    const missing = behaviour.kind === 'refused' ? undefined : notArrived(one)
    if (isBrokenOff(one) || isGivenUp(one)) return
    if (missing !== undefined) yield missing
    else if (status === undefined)
      yield {
        as: 'fail',
        message: `${what}, and the client got no response`,
        expected: 'an error',
        actual: replyInWords(one),
      }
    else if (status < 400)
      yield {
        as: 'fail',
        message: `${what}, and the client got a success`,
        at: { in: 'status' },
        expected: classOf(behaviour)[0],
        actual: replyInWords(one),
      }
    else {
      if (!classOf(behaviour)[1](status))
        yield {
          as: 'fail',
          message: `${what}, and the client got an error of another class`,
          at: { in: 'status' },
          expected: classOf(behaviour)[0],
          actual: `status ${status}`,
        }
      yield* formOf(one, what)
    }
  },
})

/** The requirements on error bodies that hold for every error. Section 7 shows none for images. */
const ofErrors: Readonly<Record<string, readonly ExchangeRequirement[]>> = {
  messages: [...messagesErrorBody, ...errorWord],
  'content-generation': [...contentErrorBody, ...errorWords],
}

/** Yields what the error violates of section 7: its form, and the word of its status. */
function* formOf({ seen }: TrialCase, what: string): Generator<Remark> {
  const own = ofErrors[seen.operation.area] ?? []
  const [violation] = seen.reply.violations
  if (violation !== undefined && own.length > 0) {
    yield {
      as: 'fail',
      message: `${what}, and the client got no error of section 7: ${violation.message}`,
      at: { in: 'body', pointer: violation.pointer },
      expected: violation.expected ?? 'an error of section 7',
      actual: violation.actual,
    }
    return
  }
  for (const { appliesTo, check } of own)
    if (appliesTo?.(seen) === true)
      for (const { doubt, message, ...rest } of check(seen))
        if (doubt !== true)
          yield { as: 'fail', message: `${what}, and the client got no error of section 7: ${message}`, ...rest }
}

const retryAfter = behindRequirement({
  id: 'upstream.retry-after',
  statement: 'Retry-After of the upstream’s 429 reaches the client.',
  interpretation: 'U4',
  level: 'unspecified',
  on: modelOperations,
  appliesTo: ({ trial: { behaviour }, seen }) =>
    behaviour.kind === 'status' && behaviour.retryAfter !== undefined && seen.status === 429,
  *look({ seen: { exchange } }) {
    if (header(exchange.response?.headers ?? [], 'retry-after') === undefined)
      yield { as: 'fail', message: 'Retry-After of the upstream’s 429 did not reach the client' }
  },
})

const inTime = behindRequirement({
  id: 'upstream.errors-in-time',
  statement: 'A failure of the upstream reaches the client within the time of the experiment.',
  interpretation: 'U4',
  level: 'unspecified',
  on: modelOperations,
  appliesTo: isFailure,
  *look(one) {
    if (isGivenUp(one))
      yield {
        as: 'fail',
        message: `${inWords(one.trial.behaviour)}, and the client waited longer than the experiment`,
        actual: replyInWords(one),
      }
  },
})

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

type StatusClass = readonly [words: string, isFitting: (status: number) => boolean]

const elsewhere: ReadonlySet<number> = new Set([401, 402, 403, 407, 408, 429])
const ofClient: StatusClass = ['a 4xx of the client’s making', (status) => status < 500 && !elsewhere.has(status)]
/** The upstream's 401 and 403 concern the gateway's own key, so the gateway may call them an error of its own. */
const ofKey: StatusClass = ['status 401, 403 or 5xx', (status) => status === 401 || status === 403 || status >= 500]
const classes: Readonly<Record<number, StatusClass>> = {
  400: ofClient,
  401: ofKey,
  403: ofKey,
  404: ofClient,
  413: ofClient,
  429: ['status 429', (status) => status === 429],
}
const ofServer: StatusClass = ['status 5xx or 429', (status) => status >= 500 || status === 429]
const ofConnection: StatusClass = ['status 5xx', (status) => status >= 500 || status === 408]

/** Returns the class of the errors that a failure may become (interpretation U4). */
function classOf(behaviour: UpstreamBehaviour): StatusClass {
  return behaviour.kind === 'status' ? (classes[behaviour.status] ?? ofServer) : ofConnection
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

const cutStreams = behindRequirement({
  id: 'upstream.cut-stream-not-complete',
  statement: 'A stream that the upstream does not complete does not end as if it were complete.',
  interpretation: 'U4',
  on: streamOperations,
  appliesTo: ({ trial }) => breaksInWords[trial.behaviour.kind] !== undefined,
  *look(one) {
    const { trial, reply, seen } = one
    const missing = notArrived(one)
    if (missing !== undefined) yield missing
    else if (seen.status === 200 && looksComplete(reply))
      yield {
        as: 'fail',
        message: `${breaksInWords[trial.behaviour.kind]}, and the client got a complete stream`,
        expected: 'an error, or no end',
        actual: reply.finish ?? 'an end',
      }
  },
  *compare({ trial: { operation } }, all) {
    const isServing = all.some(({ trial, isServed }) => trial.operation === operation && isServed)
    if (!isServing) yield { as: 'undecided', message: 'the gateway serves no stream' }
  },
})

export const ofFailures = [errorsMapped, retryAfter, inTime, cutStreams] as const satisfies readonly Requirement[]
