import { isDeepStrictEqual } from 'node:util'
import { areaOf } from '../../../core/model/vocabulary.ts'
import { isAnswered, replyInWords, type TrialCase } from '../cases.ts'
import { wordsIn } from '../marks.ts'
import type { UpstreamRemark, UpstreamRule } from '../rules.ts'
import { isOrdinary, notArrived } from './requests.ts'

/** Returns the remark on a trial whose reply shows nothing, because the upstream did not answer it. */
function withoutAnswer(one: TrialCase): UpstreamRemark | undefined {
  if (one.received.length === 0) return notArrived(one)
  if (isAnswered(one)) return undefined
  const statuses = one.received.map(({ exchange }) => exchange.response?.status ?? exchange.ended)
  const why = statuses.includes(401) ? 'the gateway does not send the upstream’s key' : statuses.join(', ')
  return { as: 'undecided', message: `the upstream did not answer the request: ${why}` }
}

export const replyComplete: UpstreamRule = {
  statement: 'Each part of the upstream’s reply arrives at the client.',
  appliesTo: isOrdinary,
  *check(one, { all }) {
    const undecided = withoutAnswer(one)
    if (undecided !== undefined) yield undecided
    else if (isIncomplete(one)) yield withoutReply(one, all)
    else yield* partsMissing(one, one.trial.reply)
  },
}

/** Returns the remark on a complete answer of the upstream of which the client got no complete reply. Once may be chance. */
function withoutReply(one: TrialCase, all: readonly TrialCase[]): UpstreamRemark {
  const alike = all.filter(
    (other) => other.trial.operation === one.trial.operation && isOrdinary(other) && isAnswered(other),
  )
  const got = one.reply.hasError ? `${replyInWords(one)}, an error` : replyInWords(one)
  const message = 'the upstream answered completely, and the client got no complete reply'
  return alike.filter(isIncomplete).length > 1
    ? { as: 'fail', message, expected: 'status 200', actual: got }
    : { as: 'undecided', message: `${message}, once (${got})` }
}

function isIncomplete({ reply, sent }: TrialCase): boolean {
  return reply.status !== 200 || reply.hasError || sent.ended !== 'complete'
}

function* partsMissing({ trial, reply }: TrialCase, script: TrialCase['trial']['reply']): Generator<UpstreamRemark> {
  const area = areaOf[trial.operation]
  for (const word of wordsIn(script.text))
    if (!reply.text.includes(word))
      yield { as: 'fail', message: 'a part of the reply’s text is missing', expected: word, actual: 'absent' }
  if (area === 'images') {
    const { url = '', base64 = '' } = script.picture ?? {}
    if (!reply.raw.includes(base64) && !reply.raw.includes(url) && !reply.raw.includes(url.replaceAll('/', '\\/')))
      yield { as: 'observed', message: 'the picture is not the upstream’s; the gateway may have stored it elsewhere' }
    return
  }
  const { tool } = script
  if (tool !== undefined) {
    const call = reply.calls.find(({ name }) => name === tool.name)
    if (call === undefined)
      yield { as: 'fail', message: 'the tool call is missing', expected: tool.name, actual: 'absent' }
    else if (!isDeepStrictEqual(call.input, tool.input))
      yield {
        as: 'fail',
        message: 'the tool call has other arguments',
        expected: JSON.stringify(tool.input),
        actual: JSON.stringify(call.input)?.slice(0, 200) ?? 'none',
      }
  }
  const finish = area === 'messages' ? (tool === undefined ? 'end_turn' : 'tool_use') : 'STOP'
  if (reply.finish !== finish)
    yield {
      as: 'fail',
      message: 'the reply ends for another reason than the upstream’s',
      expected: finish,
      actual: reply.finish ?? 'none',
    }
}

export const streamEqualsPlain: UpstreamRule = {
  statement: 'A streamed reply has the text, the end, the calls and the counts of the plain one.',
  appliesTo: (one) => isOrdinary(one) && one.trial.plain !== undefined,
  *check(one, { all }) {
    const plain = all.find(({ trial }) => trial.id === one.trial.plain)
    const undecided = withoutAnswer(one) ?? (plain === undefined ? undefined : withoutAnswer(plain))
    if (undecided !== undefined || plain === undefined) {
      yield undecided ?? { as: 'undecided', message: 'the plain request was not sent' }
      return
    }
    if (plain.reply.status !== 200 || one.reply.status !== 200) {
      yield { as: 'undecided', message: `plain ${replyInWords(plain)}, streamed ${replyInWords(one)}` }
      return
    }
    const facts = (of: TrialCase): readonly (readonly [string, string])[] => [
      ['text', of.reply.text],
      ['finish reason', of.reply.finish ?? 'none'],
      ['number of tool calls', String(of.reply.calls.length)],
      ['input tokens', String(of.reply.usage.input ?? 'none')],
      ['output tokens', String(of.reply.usage.output ?? 'none')],
    ]
    const expected = facts(plain)
    for (const [index, [name, actual]] of facts(one).entries())
      if (actual !== expected[index]![1])
        yield {
          as: 'fail',
          message: `the ${name} of the stream differs from that of the plain reply`,
          expected: expected[index]![1].slice(0, 200),
          actual: actual.slice(0, 200),
        }
  },
}

export const countsAreTheUpstreams: UpstreamRule = {
  statement: 'The token counts of a reply are those of the upstream.',
  appliesTo: (one) => isOrdinary(one) && areaOf[one.trial.operation] !== 'images',
  *check(one) {
    const { reply, trial } = one
    const undecided = withoutAnswer(one)
    if (undecided !== undefined) {
      yield undecided
      return
    }
    if (reply.status !== 200) {
      yield { as: 'undecided', message: `the client got ${replyInWords(one)}` }
      return
    }
    const unasked = one.received.some(({ format, exchange }) => format === 'chat' && isCountless(exchange.response))
    const why = unasked ? '; the gateway did not ask for the counts (stream_options.include_usage)' : ''
    for (const kind of ['input', 'output'] as const) {
      const expected = trial.reply.usage[kind]
      if (reply.usage[kind] !== expected)
        yield {
          as: 'fail',
          message: `the number of ${kind} tokens is not the upstream’s${why}`,
          expected: String(expected),
          actual: String(reply.usage[kind] ?? 'none'),
        }
    }
  },
}

/** Returns whether the upstream’s reply has no counts, because the request did not ask for them. */
function isCountless(response: TrialCase['sent']['response']): boolean {
  return !Buffer.concat(response?.chunks.map(({ bytes }) => bytes) ?? []).includes('"prompt_tokens"')
}
