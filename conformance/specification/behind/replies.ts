import { Buffer } from 'node:buffer'
import { isDeepStrictEqual } from 'node:util'
import type { Requirement } from '../../core/model/requirement.ts'
import type { ScriptedReply } from '../../core/model/upstream.ts'
import { wholeBody } from '../../core/model/whole-body.ts'
import {
  behindRequirement,
  modelOperations,
  notArrived,
  type Remark,
  streamOperations,
  textOperations,
} from './behind-requirement.ts'
import { wordsIn } from './marks.ts'
import { isOrdinary, replyInWords, type TrialCase, type TrialFact, trialFact } from './trial.ts'

/** Returns the remark on a trial whose reply shows nothing, because the upstream did not answer it. */
function withoutAnswer(one: TrialCase): Remark | undefined {
  if (one.received.length === 0) return notArrived(one)
  if (trialFact(one).isAnswered) return undefined
  const statuses = one.received.map(({ exchange }) => exchange.response?.status ?? exchange.ended)
  const why = statuses.includes(401) ? 'the gateway does not send the upstream’s key' : statuses.join(', ')
  return { as: 'undecided', message: `the upstream did not answer the request: ${why}` }
}

const replyComplete = behindRequirement({
  id: 'upstream.reply-complete',
  statement: 'Each part of the upstream’s reply arrives at the client.',
  interpretation: 'U6',
  on: modelOperations,
  appliesTo: isOrdinary,
  *look(one) {
    const undecided = withoutAnswer(one)
    if (undecided !== undefined) yield undecided
    else if (!trialFact(one).isServed)
      yield {
        as: 'fail',
        message: 'the upstream answered completely, and the client got no complete reply',
        expected: 'status 200',
        actual: one.reply.hasError ? `${replyInWords(one)}, an error` : replyInWords(one),
      }
    else yield* partsMissing(one, one.trial.reply)
  },
})

function* partsMissing({ seen, reply }: TrialCase, { text, tool }: ScriptedReply): Generator<Remark> {
  const { area } = seen.operation
  for (const word of wordsIn(text))
    if (!reply.text.includes(word))
      yield { as: 'fail', message: 'a part of the reply’s text is missing', expected: word, actual: 'absent' }
  if (area === 'images') return
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

const picturesPassedOn = behindRequirement({
  id: 'upstream.pictures',
  statement: 'The picture of a reply is the upstream’s, as it was sent or at the same address.',
  interpretation: 'U6',
  level: 'unspecified',
  on: ['images.generate', 'images.edit', 'images.variation'],
  appliesTo: (one) => isOrdinary(one) && trialFact(one).isServed,
  *look({ trial, raw }) {
    const { url = '', base64 = '' } = trial.reply.picture ?? {}
    if (!raw.includes(base64) && !raw.includes(url) && !raw.includes(url.replaceAll('/', '\\/')))
      yield { as: 'fail', message: 'the picture is not the upstream’s; the gateway may have stored it elsewhere' }
  },
})

const streamEqualsPlain = behindRequirement({
  id: 'upstream.stream-equals-plain',
  statement: 'A streamed reply has the text, the end and the calls of the plain one.',
  interpretation: 'U6',
  on: streamOperations,
  appliesTo: (one) => isOrdinary(one) && one.trial.plain !== undefined,
  *look(one) {
    const undecided = withoutAnswer(one)
    if (undecided !== undefined) yield undecided
  },
  *compare(one, all) {
    const plain = all.filter(({ trial }) => trial.id === one.trial.plain)
    const served = plain.find(({ isServed }) => isServed)
    if (served === undefined || !one.isServed) {
      const told = plain[0]?.told ?? 'not sent'
      yield { as: 'undecided', message: `plain ${served === undefined ? told : served.told}, streamed ${one.told}` }
      return
    }
    const expected = comparedFacts(served)
    for (const [index, [name, actual]] of comparedFacts(one).entries())
      if (actual !== expected[index]![1])
        yield {
          as: 'fail',
          message: `the ${name} of the stream differs from that of the plain reply`,
          expected: expected[index]![1].slice(0, 200),
          actual: actual.slice(0, 200),
        }
  },
})

function comparedFacts({ text, finish, calls }: TrialFact): readonly (readonly [string, string])[] {
  return [
    ['text', text],
    ['finish reason', finish ?? 'none'],
    ['number of tool calls', String(calls.length)],
  ]
}

const counts = behindRequirement({
  id: 'upstream.counts',
  statement: 'The token counts of a reply are those of the upstream.',
  interpretation: 'U6',
  on: textOperations,
  appliesTo: isOrdinary,
  *look(one) {
    const { reply, trial } = one
    const undecided = withoutAnswer(one)
    if (undecided !== undefined || !trialFact(one).isServed) {
      yield undecided ?? { as: 'undecided', message: `the client got ${replyInWords(one)}` }
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
})

/** Returns whether the upstream’s reply has no counts, because the request did not ask for them. */
function isCountless(response: TrialCase['seen']['exchange']['response']): boolean {
  return !Buffer.from(wholeBody(response?.chunks ?? [])).includes('"prompt_tokens"')
}

export const ofReplies = [
  replyComplete,
  picturesPassedOn,
  streamEqualsPlain,
  counts,
] as const satisfies readonly Requirement[]
