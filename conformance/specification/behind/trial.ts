import { Buffer } from 'node:buffer'
import { memoize } from '../../core/model/memoize.ts'
import type { Observation } from '../../core/model/observation.ts'
import type { Behind, ReceivedRequest, RequestMark, ScriptedReply, UpstreamTrial } from '../../core/model/upstream.ts'
import { parseJson } from '../../core/wire/parse-json.ts'
import { type ClientCall, type ClientReply, readClientReply } from './client-reply.ts'
import { wordsIn } from './marks.ts'
import { hasMember } from './members.ts'

/** An attempt of a trial with everything that is known about it. */
export interface TrialCase extends Behind {
  readonly seen: Observation
  readonly reply: ClientReply
  /** The body of the reply as text. */
  readonly raw: string
}

/** The facts of one attempt that rules keep to compare trials: no bodies. */
export interface TrialFact {
  readonly exchange: string
  readonly trial: UpstreamTrial
  /** Milliseconds from the start of the run. */
  readonly startedAt: number
  readonly endedAt: number
  /** The reply in a few words, such as `status 200, then reset`. */
  readonly told: string
  /** The number of requests that arrived for it. */
  readonly arrived: number
  /** True if the upstream answered completely and with success. */
  readonly isAnswered: boolean
  /** True if the client got a complete success. */
  readonly isServed: boolean
  readonly text: string
  readonly calls: readonly ClientCall[]
  readonly finish: string | undefined
  /** The words of marks in the reply, and in what the upstream received. */
  readonly words: readonly string[]
  readonly receivedWords: readonly string[]
  readonly isFreed: boolean
}

/** Returns the trial of an exchange of the experiment; `undefined` for any other exchange. */
export const trialOf: (seen: Observation) => TrialCase | undefined = memoize((seen) => {
  const { behind } = seen.exchange
  if (behind === undefined) return undefined
  return { ...behind, seen, reply: readClientReply(seen), raw: Buffer.from(seen.body).toString('utf8') }
})

export const trialFact: (one: TrialCase) => TrialFact = memoize((one) => {
  const { seen, trial, received, reply, raw } = one
  const { id, startedAt, durationMs } = seen.exchange
  return {
    exchange: id,
    trial,
    startedAt,
    endedAt: startedAt + durationMs,
    told: replyInWords(one),
    arrived: received.length,
    isAnswered: isAnswered(one),
    isServed: isServed(one),
    text: reply.text,
    calls: reply.calls,
    finish: reply.finish,
    words: wordsIn([raw, reply.text, reply.secondText].join('\n')),
    receivedWords: received.flatMap(({ exchange }) => wordsIn(Buffer.from(exchange.request.body).toString('latin1'))),
    isFreed: received.some(({ isFreed }) => isFreed === true),
  }
})

export function isFound({ kind, value, members = [] }: RequestMark, { format, exchange }: ReceivedRequest): boolean {
  const { body, path } = exchange.request
  if (kind === 'value') return members.some((one) => one.format === format && hasMember(exchange.request, one))
  const bytes = Buffer.from(body)
  if (kind === 'bytes') return bytes.includes(value) || bytes.includes(Buffer.from(value, 'base64'))
  const text = `${path}\n${/\P{ASCII}/u.test(value) ? decoded(bytes) : bytes.toString('latin1')}`
  return kind === 'word' ? text.includes(value) : numberPattern(value).test(text)
}

/** Returns a body as text in which letters of other scripts are themselves, since JSON may escape them. */
function decoded(body: Buffer): string {
  const json = parseJson(body)
  return json === undefined ? body.toString('utf8') : JSON.stringify(json)
}

export function textOfReply({ parts }: ScriptedReply): string {
  return parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('')
}

/** Matches a number that is not a part of a longer one, and may have further zeros as decimals. */
function numberPattern(value: string): RegExp {
  const zeros = value.includes('.') ? '0*' : '(?:\\.0+)?'
  return new RegExp(`(?<![\\d.])${value.replaceAll('.', '\\.')}${zeros}(?![\\d.])`)
}

/** Returns whether the upstream answered a request of a trial completely and with success. */
function isAnswered({ received }: TrialCase): boolean {
  return received.some(({ exchange }) => exchange.ended === 'complete' && exchange.response?.status === 200)
}

function isServed({ seen, reply }: TrialCase): boolean {
  return seen.status === 200 && !reply.hasError && seen.exchange.ended === 'complete'
}

/** Describes a reply in a few words, for messages. */
export function replyInWords({ seen: { exchange, status } }: TrialCase): string {
  const { ended, trouble } = exchange
  if (status === undefined) return trouble ?? (ended === 'cancelled' ? 'no response' : ended)
  return ended === 'complete' ? `status ${status}` : `status ${status}, then ${ended}`
}

/** Returns whether the client's request was rejected. */
export function isRejected({ seen: { status } }: TrialCase): boolean {
  return status !== undefined && status >= 400
}

/** Returns whether a trial is an ordinary request with an ordinary answer. */
export function isOrdinary({ trial: { behaviour } }: Pick<TrialCase, 'trial'>): boolean {
  return behaviour.kind === 'answer'
}
