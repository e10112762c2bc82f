import { Buffer } from 'node:buffer'
import { isObject, itemsOf, type Members, membersOf } from '../../../schemas/json.ts'
import type { Requirement } from '../../core/model/requirement.ts'
import type { RequestMark } from '../../core/model/upstream.ts'
import { parseJson } from '../../core/wire/parse-json.ts'
import { behindRequirement, modelOperations, notArrived, type Remark, rejection } from './behind-requirement.ts'
import { isFound, isOrdinary, isRejected, type TrialCase, textOfReply } from './trial.ts'

/** Returns the marks that were not found in anything that arrived. */
function missingMarks({ trial, received }: TrialCase): readonly RequestMark[] {
  return trial.marks.filter((mark) => !received.some((request) => isFound(mark, request)))
}

/** Returns whether a format in which the request arrived has a member for this part. */
function canCarry({ received }: TrialCase, { notIn = [], members }: RequestMark): boolean {
  return received.some(({ format }) =>
    members === undefined ? !notIn.includes(format) : members.some((one) => one.format === format),
  )
}

const requestComplete = behindRequirement({
  id: 'upstream.request-complete',
  dimension: 'field',
  statement: 'Each part of a request that the upstream’s format can carry arrives at the upstream.',
  interpretation: 'U1',
  on: modelOperations,
  appliesTo: isOrdinary,
  *look(one) {
    const missing = notArrived(one)
    if (missing !== undefined) {
      yield missing
      return
    }
    if (!isRejected(one)) yield* demotedPrompt(one)
    for (const mark of missingMarks(one).filter((lost) => canCarry(one, lost)))
      if (isRejected(one)) yield { as: 'undecided', message: `${mark.place}: ${rejection(one)}` }
      else
        yield {
          as: 'fail',
          message: `${partOf(one, mark)}${mark.place} did not arrive at the upstream, and the client was not told`,
          at: { in: 'request', pointer: pointerOf(mark.place) },
          expected: mark.kind === 'bytes' ? 'a picture' : mark.value,
          actual: 'absent',
        }
  },
})

/** Returns "a part of " if something else at the same place arrived. */
function partOf({ trial, received }: TrialCase, { place }: RequestMark): string {
  const here = trial.marks.filter((one) => one.place === place)
  return here.some((mark) => received.some((request) => isFound(mark, request))) ? 'a part of ' : ''
}

/** Returns a place such as `messages[0].content` as a pointer into the request value. */
function pointerOf(place: string): string {
  return `/body/${place.replaceAll('[', '/').replaceAll(']', '').replaceAll(/[.…]/g, '/')}`
}

/** Yields the system prompt if it arrived only in a turn of another role, where a model takes it for what a user said. */
function* demotedPrompt({ trial, received }: TrialCase): Generator<Remark> {
  const own = trial.marks.filter(({ place, kind }) => kind === 'word' && /^system/.test(place))
  const arrived = own.filter((mark) => received.some((request) => isFound(mark, request)))
  const prompts = received.flatMap(({ exchange }) => promptsIn(parseJson(exchange.request.body))).join('\n')
  const demoted = arrived.find(({ value }) => !prompts.includes(value))
  if (demoted !== undefined)
    yield {
      as: 'fail',
      message: `${demoted.place} arrived at the upstream in a turn of another role, and the client was not told`,
      at: { in: 'request', pointer: pointerOf(demoted.place) },
      expected: 'a system prompt',
      actual: demoted.value,
    }
}

/** The names of a system prompt, and the roles of turns that are one. */
const promptNames = ['system', 'systemInstruction', 'system_instruction', 'instructions']
const promptRoles: ReadonlySet<unknown> = new Set(['system', 'developer'])

function promptsIn(json: unknown): readonly string[] {
  const body = membersOf(json)
  const turns = [...itemsOf(body['messages']), ...itemsOf(body['contents'])].map(membersOf)
  return stringsIn([promptNames.map((name) => body[name]), turns.filter(({ role }) => promptRoles.has(role))])
}

const withoutMember = behindRequirement({
  id: 'upstream.parts-without-member',
  statement: 'Each part of a request arrives at the upstream, also where the upstream’s format has no member for it.',
  interpretation: 'U1',
  level: 'unspecified',
  on: modelOperations,
  appliesTo: (one) => isOrdinary(one) && one.received.length > 0,
  *look(one) {
    for (const mark of missingMarks(one).filter((lost) => !canCarry(one, lost)))
      yield {
        as: 'fail',
        message: `${mark.place} did not arrive: the format ${one.received[0]!.format} has no such member`,
      }
  },
})

const nothingAdded = behindRequirement({
  id: 'upstream.nothing-added',
  statement:
    'The upstream receives no text, tool or sampling setting that the client did not send, and the client no text that the upstream did not send.',
  interpretation: 'U5',
  on: modelOperations,
  appliesTo: (one) => isOrdinary(one) && one.trial.isMinimal === true,
  *look(one) {
    const missing = notArrived(one)
    if (missing !== undefined) {
      yield missing
      return
    }
    const own = textsOf(one.seen.exchange.request.body)
    for (const received of one.received)
      yield* additionsIn(received.exchange.request.body, [...own, ...(one.adds ?? [])])
    const told = [textOfReply(one.trial.reply), ...(one.adds ?? [])]
    for (const text of isText(one) ? additions([one.reply.text], told) : [])
      yield {
        as: 'fail',
        message: 'the gateway added text to the reply',
        expected: 'only the upstream’s text',
        actual: text.slice(0, 200),
      }
  },
})

/** Returns whether a client got the text of a reply whole, so that what remains without it was added. */
function isText({ seen, reply, trial }: TrialCase): boolean {
  return seen.operation.area !== 'images' && reply.text.includes(textOfReply(trial.reply))
}

function* additionsIn(body: Uint8Array, known: readonly string[]): Generator<Remark> {
  for (const text of additions(textsOf(body), known))
    yield {
      as: 'fail',
      message: 'the gateway added text to the request',
      expected: 'only the client’s text',
      actual: text.slice(0, 200),
    }
  for (const name of settingsIn(parseJson(body)))
    yield { as: 'fail', message: `the gateway added ${name}`, expected: 'absent', actual: name }
}

/** Returns the texts in a request: every string of its JSON, or every field of its form. */
function textsOf(bytes: Uint8Array): readonly string[] {
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

/** The values of settings that mean the same as their absence, by name; for the others, `null` does. */
const defaults: Readonly<Record<string, readonly unknown[]>> = {
  temperature: [1],
  top_p: [1],
  topP: [1],
  presence_penalty: [0],
  frequency_penalty: [0],
  presencePenalty: [0],
  frequencyPenalty: [0],
}

/**
 * Lists settings that change the reply of a model, and that a minimal request has not. A setting with the value of the
 * document's default changes nothing (interpretation U5).
 */
function settingsIn(json: unknown): readonly string[] {
  const body = membersOf(json)
  const config = membersOf(body['generationConfig'])
  const named = (members: Members, names: readonly string[]): readonly string[] =>
    names.filter((name) => {
      const value = members[name] ?? undefined
      return value !== undefined && defaults[name]?.includes(value) !== true && !isEmptyList(value)
    })
  return [
    ...named(body, ['temperature', 'top_p', 'top_k', 'stop', 'stop_sequences', 'seed', 'tools', 'thinking', 'style']),
    ...named(body, ['presence_penalty', 'frequency_penalty', 'response_format', 'functions']).filter(
      (name) => name !== 'response_format' || isObject(body[name]),
    ),
    ...named(config, ['temperature', 'topP', 'topK', 'stopSequences', 'seed', 'thinkingConfig']).map(
      (name) => `generationConfig.${name}`,
    ),
    ...named(config, ['presencePenalty', 'frequencyPenalty']).map((name) => `generationConfig.${name}`),
  ]
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && itemsOf(value).length === 0
}

export const ofRequests = [requestComplete, withoutMember, nothingAdded] as const satisfies readonly Requirement[]
