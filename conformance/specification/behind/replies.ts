import { Buffer } from 'node:buffer'
import { isDeepStrictEqual } from 'node:util'
import type { Requirement } from '../../core/model/requirement.ts'
import { type ScriptedReply, scriptedEnds, type TextFormat, type UpstreamFormat } from '../../core/model/upstream.ts'
import { wholeBody } from '../../core/model/whole-body.ts'
import {
  behindRequirement,
  mismatch,
  modelOperations,
  notArrived,
  type Remark,
  streamOperations,
  textOperations,
} from './behind-requirement.ts'
import type { ClientCall } from './client-reply.ts'
import { wordsIn } from './marks.ts'
import { hasMember } from './members.ts'
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
  dimension: 'field',
  statement: 'Each part of the upstream’s reply arrives at the client.',
  interpretation: 'U6',
  on: modelOperations,
  appliesTo: isOrdinary,
  *look(one) {
    const undecided = withoutAnswer(one)
    if (undecided !== undefined) yield undecided
    else if (!trialFact(one).isServed)
      yield mismatch(
        'the upstream answered completely, and the client got no complete reply',
        'status 200',
        one.reply.hasError ? `${replyInWords(one)}, an error` : replyInWords(one),
      )
    else yield* partsMissing(one, one.trial.reply)
  },
})

function* partsMissing(one: TrialCase, scripted: ScriptedReply): Generator<Remark> {
  const { reply, seen } = one
  const written = writtenFor(one)
  const isImage = seen.operation.area === 'images'
  const isBlocked = scripted.blockReason !== undefined
  const texts = (kind: 'text' | 'thinking') => scripted.parts.flatMap((part) => (part.kind === kind ? [part.text] : []))
  const absent = (name: string, text: string, found: string): readonly Remark[] =>
    wordsIn(text)
      .filter((word) => !found.includes(word))
      .map((word) => mismatch(`a part of the ${name} is missing`, word, 'absent'))
  if (isBlocked) {
    if (isCalledAs(one, 'content') && reply.blockReason !== scripted.blockReason)
      yield mismatch(
        'the reason for which the prompt was blocked is missing',
        String(scripted.blockReason),
        reply.blockReason,
      )
    return
  }
  // A request for fewer images has fewer texts.
  for (const text of texts('text'))
    if (!isImage || written.includes(text)) yield* absent('reply’s text', text, reply.text)
  if (isImage) return
  if (isCalledAs(one, 'content', 'messages'))
    for (const text of texts('thinking')) yield* absent('reply’s thinking', text, reply.thinking)
  if (asksForTwo(one)) yield* absent('second candidate', scripted.secondText ?? '', reply.secondText)
  yield* callsMissing(reply.calls, scripted)
  yield* endDiffers(one, scripted)
}

/** Returns the bodies of the upstream's replies as text. */
function writtenFor({ received }: TrialCase): string {
  return received.map(({ exchange }) => Buffer.from(wholeBody(exchange.response?.chunks ?? [])).toString()).join('\n')
}

function isCalledAs({ received }: TrialCase, ...formats: readonly UpstreamFormat[]): boolean {
  return received.some(({ format }) => formats.includes(format))
}

/** Returns whether the upstream was asked for two candidates, so that it sent them. */
function asksForTwo({ received }: TrialCase): boolean {
  return received.some(({ format, exchange }) => {
    const name = format === 'chat' ? 'n' : 'generationConfig/candidateCount'
    return hasMember(exchange.request, { format, name, value: '2' })
  })
}

function* callsMissing(calls: readonly ClientCall[], { parts }: ScriptedReply): Generator<Remark> {
  const scripted = parts.flatMap((part) => (part.kind === 'call' ? [part] : []))
  for (const { name, input } of scripted) {
    const named = calls.filter((call) => call.name === name)
    if (named.some((call) => isDeepStrictEqual(call.input, input))) continue
    if (named.length < scripted.filter((one) => one.name === name).length)
      yield mismatch('the tool call is missing', name, 'absent')
    else yield mismatch('the tool call has other arguments', JSON.stringify(input), JSON.stringify(named[0]!.input))
  }
}

/** Formats have different reasons: each that the format of the upstream writes in the same word is right. */
function* endDiffers(one: TrialCase, { end, stopSequence }: ScriptedReply): Generator<Remark> {
  const { reply, seen, received } = one
  const client = seen.operation.area === 'messages' ? 'messages' : 'content'
  const format = received[0]!.format as TextFormat
  const alike = Object.values(scriptedEnds).filter((other) => other[format] === scriptedEnds[end][format])
  const expected = new Set(alike.map((other) => other[client]))
  if (!(expected as ReadonlySet<unknown>).has(reply.finish))
    yield mismatch('the reply ends for another reason than the upstream’s', [...expected].join(' or '), reply.finish)
  // In a stream, the sequence is unspecified (M8).
  const isTold = client === format && !seen.operation.streams && reply.finish === 'stop_sequence'
  if (isTold && reply.stopSequence !== stopSequence)
    yield mismatch('the stop sequence is not the upstream’s', stopSequence ?? 'null', reply.stopSequence)
}

const picturesPassedOn = behindRequirement({
  id: 'upstream.pictures',
  statement: 'Each picture of a reply is the upstream’s, as it was sent or at the same address.',
  interpretation: 'U6',
  level: 'unspecified',
  on: ['images.generate', 'images.edit', 'images.variation'],
  appliesTo: (one) => isOrdinary(one) && trialFact(one).isServed,
  *look(one) {
    const [written, raw] = [writtenFor(one), one.raw.replaceAll('\\/', '/')]
    for (const { url, base64 } of one.trial.reply.pictures ?? [])
      if ((written.includes(url) || written.includes(base64)) && !raw.includes(base64) && !raw.includes(url))
        yield { as: 'fail', message: 'a picture is not the upstream’s; the gateway may have stored it elsewhere' }
  },
})

const streamEqualsPlain = behindRequirement({
  id: 'upstream.stream-equals-plain',
  dimension: 'field',
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
        yield mismatch(
          `the ${name} of the stream differs from that of the plain reply`,
          ...fromDifference(expected[index]![1], actual),
        )
  },
})

/** Returns what two texts are from a little before the place where they differ. */
function fromDifference(expected: string, actual: string): readonly [expected: string, actual: string] {
  const at = actual.split('').findIndex((letter, index) => letter !== expected[index])
  const start = Math.max(0, (at < 0 ? actual.length : at) - 40)
  const from = (text: string): string => (start === 0 ? '' : '…') + text.slice(start, start + 150)
  return [from(expected), from(actual)]
}

function comparedFacts({ text, finish, calls }: TrialFact): readonly (readonly [string, string])[] {
  return [
    ['text', text],
    ['finish reason', finish ?? 'none'],
    ['number of tool calls', String(calls.length)],
  ]
}

const counts = behindRequirement({
  id: 'upstream.counts',
  dimension: 'field',
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
    for (const [kind, name] of Object.entries(kindsOfTokens) as [TokenKind, string][]) {
      const expected = countsOf(one, trial.reply)[kind]
      if (!expected.includes(reply.usage[kind] ?? 0))
        yield {
          ...mismatch(
            `the number of ${name} is not the upstream’s${why}`,
            expected.join(' or '),
            reply.usage[kind] ?? 'none',
          ),
          at: { in: 'body', pointer: one.seen.operation.area === 'messages' ? '/usage' : '/usageMetadata' },
        }
    }
  },
})

type TokenKind = keyof ScriptedReply['usage']
const kindsOfTokens = {
  input: 'input tokens',
  output: 'output tokens',
  cacheRead: 'tokens read from a cache',
  cacheWrite: 'tokens written into a cache',
} as const satisfies Record<TokenKind, string>

/**
 * Returns the counts that a client may get. Messages count cached input apart, and the other formats as a part of the
 * prompt: a gateway between two of them may do either. Only messages count what is written into a cache.
 */
function countsOf(
  { seen, received }: TrialCase,
  { usage }: ScriptedReply,
): Readonly<Record<TokenKind, readonly number[]>> {
  const { input, output, cacheRead, cacheWrite } = usage
  const isMessages = seen.operation.area === 'messages'
  const isSame = received.some(({ format }) => format === (isMessages ? 'messages' : 'content'))
  const [own, others] = isMessages ? [input, input + cacheRead + cacheWrite] : [input + cacheRead + cacheWrite, input]
  return {
    input: isSame ? [own] : [own, others, input + cacheWrite],
    output: [output],
    cacheRead: [cacheRead],
    cacheWrite: isMessages && isSame ? [cacheWrite] : [0, cacheWrite],
  }
}

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
