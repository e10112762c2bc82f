import { isObject, itemsOf, type Members, membersOf } from '../../../../schemas/json.ts'
import type { ReceivedRequest } from '../../../core/model/upstream.ts'
import { parseJson } from '../../../core/wire/parse-json.ts'
import { isFound, isRejected, replyInWords, type TrialCase } from '../cases.ts'
import { plainBytes } from '../client-reply.ts'
import type { UpstreamRemark, UpstreamRule } from '../rules.ts'

export const requestComplete: UpstreamRule = {
  statement: 'Each part of a request that the upstream’s format can carry arrives at the upstream.',
  appliesTo: isOrdinary,
  *check(one) {
    const missing = notArrived(one)
    if (missing !== undefined) {
      yield missing
      return
    }
    const { trial, received } = one
    for (const mark of trial.marks) {
      if (received.some((request) => isFound(mark, request))) continue
      const { place, value } = mark
      const carrying = received.filter(({ format }) => mark.notIn?.includes(format) !== true)
      const shown = mark.kind === 'bytes' ? 'a picture' : value
      if (carrying.length === 0)
        yield {
          as: 'observed',
          message: `${place} did not arrive: the format ${received[0]!.format} has no such member`,
        }
      else if (isRejected(one)) yield { as: 'undecided', message: `${place}: ${rejection(one)}` }
      else
        yield {
          as: 'fail',
          message: `${place} did not arrive at the upstream, and the client was not told`,
          expected: shown,
          actual: 'absent',
        }
    }
  },
}

/** Returns whether a trial is an ordinary request with an ordinary answer. */
export function isOrdinary({ trial }: TrialCase): boolean {
  return trial.behaviour.kind === 'answer'
}

/** Returns the remark on a request that did not arrive, if it did not. */
export function notArrived(one: TrialCase): UpstreamRemark | undefined {
  if (one.received.length > 0) return undefined
  const why = isRejected(one) ? rejection(one) : replyInWords(one)
  return { as: 'undecided', message: `the request did not arrive at the upstream (${why})` }
}

function rejection(one: TrialCase): string {
  return `the gateway answered ${replyInWords(one)}: ${one.reply.raw.slice(0, 120)}`
}

export const nothingAdded: UpstreamRule = {
  statement: 'The upstream receives no text, tool or sampling setting that the client did not send.',
  appliesTo: (one) => isOrdinary(one) && one.trial.isMinimal === true,
  *check(one, { adds }) {
    const missing = notArrived(one)
    if (missing !== undefined) {
      yield missing
      return
    }
    const own = textsOf(one.sent.request.headers, one.sent.request.body)
    for (const received of one.received) {
      const { headers, body } = received.exchange.request
      const theirs = parseJson(plainBytes(headers, body))
      for (const text of additions(textsOf(headers, body), [...own, ...adds]))
        yield {
          as: 'fail',
          message: 'the gateway added text to the request',
          expected: 'only the client’s text',
          actual: text.slice(0, 200),
        }
      for (const name of settingsIn(theirs))
        yield { as: 'fail', message: `the gateway added ${name}`, expected: 'absent', actual: name }
    }
  },
}

/** Returns the texts in a request: every string of its JSON, or every field of its form. */
function textsOf(headers: ReceivedRequest['exchange']['request']['headers'], body: Uint8Array): readonly string[] {
  const bytes = plainBytes(headers, body)
  const json = parseJson(bytes)
  if (json !== undefined) return stringsIn(json)
  // The text of a form is before and after its files.
  const fields = Buffer.from(bytes)
    .toString('latin1')
    .matchAll(/name="[^"]*"\r\n\r\n([^\r\n]*)\r\n/g)
  return [...fields].map(([, value = '']) => value)
}

function stringsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(stringsIn)
  return isObject(value) ? Object.values(value).flatMap(stringsIn) : []
}

/** Returns the texts of several words that remain when the known ones are taken out. */
function additions(texts: readonly string[], known: readonly string[]): readonly string[] {
  const longest = known.filter((text) => text !== '').sort((one, other) => other.length - one.length)
  return texts
    .map((text) => longest.reduce((rest, part) => rest.replaceAll(part, ' '), text))
    .map((text) => text.trim())
    .filter((text) => /\p{L}{2,}\P{L}+\p{L}{2,}\P{L}+\p{L}{2,}/u.test(text))
}

/** The values of settings that mean the same as their absence. */
const defaults: ReadonlySet<unknown> = new Set([undefined, null, 1, 0])

/**
 * Lists settings that change the reply of a model, and that a minimal request has not. A setting with the value that
 * providers use anyway changes nothing.
 */
function settingsIn(json: unknown): readonly string[] {
  const body = membersOf(json)
  const config = membersOf(body['generationConfig'])
  const named = (members: Members, names: readonly string[]): readonly string[] =>
    names.filter((name) => !defaults.has(members[name]) && !isEmptyList(members[name]))
  return [
    ...named(body, ['temperature', 'top_p', 'top_k', 'stop', 'stop_sequences', 'seed', 'tools', 'thinking', 'style']),
    ...named(body, ['presence_penalty', 'frequency_penalty', 'response_format', 'functions']).filter(
      (name) => name !== 'response_format' || isObject(body[name]),
    ),
    ...named(config, ['temperature', 'topP', 'topK', 'stopSequences', 'seed', 'thinkingConfig']).map(
      (name) => `generationConfig.${name}`,
    ),
  ]
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && itemsOf(value).length === 0
}
