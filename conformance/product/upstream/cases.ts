import type { Exchange } from '../../core/model/exchange.ts'
import type { ReceivedRequest, RequestMark, UpstreamEvidence, UpstreamTrial } from '../../core/model/upstream.ts'
import { type ClientReply, plainBytes, readClientReply } from './client-reply.ts'

/** A trial with everything that is known about it. */
export interface TrialCase {
  readonly trial: UpstreamTrial
  readonly sent: Exchange
  readonly reply: ClientReply
  readonly received: readonly ReceivedRequest[]
}

/** Returns the trials that were sent. */
export function casesOf({ trials, sent, received }: UpstreamEvidence): readonly TrialCase[] {
  const byTrial = new Map<string, ReceivedRequest[]>()
  for (const one of received) byTrial.set(one.trial, [...(byTrial.get(one.trial) ?? []), one])
  return trials.flatMap((trial) => {
    const exchange = sent.get(trial.id)
    if (exchange === undefined) return []
    return [{ trial, sent: exchange, reply: readClientReply(exchange), received: byTrial.get(trial.id) ?? [] }]
  })
}

export function isFound({ kind, value }: RequestMark, { exchange }: ReceivedRequest): boolean {
  const { headers, body, path } = exchange.request
  const bytes = Buffer.from(plainBytes(headers, body))
  if (kind === 'bytes') return bytes.includes(value) || bytes.includes(Buffer.from(value, 'base64'))
  const text = `${path}\n${bytes.toString('latin1')}`
  return kind === 'word' ? text.includes(value) : numberPattern(value).test(text)
}

/** Matches a number that is not a part of a longer one, and may have further zeros as decimals. */
function numberPattern(value: string): RegExp {
  const zeros = value.includes('.') ? '0*' : '(?:\\.0+)?'
  return new RegExp(`(?<![\\d.])${value.replaceAll('.', '\\.')}${zeros}(?![\\d.])`)
}

/** Returns whether the upstream answered a request of a trial completely and with success. */
export function isAnswered({ received }: TrialCase): boolean {
  return received.some(({ exchange }) => exchange.ended === 'complete' && exchange.response?.status === 200)
}

/** Describes a reply in a few words, for messages. */
export function replyInWords({ reply, sent }: TrialCase): string {
  if (reply.status === undefined) return sent.trouble ?? (sent.ended === 'cancelled' ? 'no response' : sent.ended)
  return sent.ended === 'complete' ? `status ${reply.status}` : `status ${reply.status}, then ${sent.ended}`
}

/** Returns whether the client's request was rejected. */
export function isRejected({ reply }: TrialCase): boolean {
  return reply.status !== undefined && reply.status >= 400
}
