import type { DeepFault } from './deep-fault.ts'
import {
  astral,
  atLeast,
  both,
  choice,
  combining,
  escapedLetter,
  eventLike,
  from,
  has,
  having,
  jsonLike,
  lineSeparator,
  part,
  queried,
  rightToLeft,
  schemaWith,
  text,
  tools,
  turns,
  turnWith,
  written,
} from './when.ts'

const generate = 'content.generate'
const stream = 'content.stream'
const stops = having('stopSequences', atLeast(1))
const system = has('systemInstruction', 'system_instruction')
const isJson = (value: unknown): boolean => value === 'application/json'
const jsonMode = (request: Parameters<ReturnType<typeof has>>[0]): boolean =>
  having('responseMimeType', isJson)(request) || having('response_mime_type', isJson)(request)
const inline = (members: Readonly<Record<string, unknown>>): boolean =>
  members['inlineData'] !== undefined || members['inline_data'] !== undefined
const listOfObjects = schemaWith(
  ({ type, items }) => /array/i.test(String(type)) && /"object"/i.test(JSON.stringify(items ?? null)),
)
const oneMemberEnum = schemaWith(({ enum: listed }) => Array.isArray(listed) && listed.length === 1)

const list: readonly DeepFault[] = [
  {
    id: 'deep:content-candidates-and-stops-index-text',
    like: 'content-index-as-text',
    on: generate,
    when: both(having('candidateCount', from(2)), stops),
  },
  {
    id: 'deep:content-system-and-json-fenced',
    like: 'content-json-fenced',
    on: generate,
    when: both(system, jsonMode),
  },
  {
    id: 'deep:content-fifth-turn-args-text',
    like: 'content-args-as-string',
    on: generate,
    when: both(turns(5), tools(1)),
  },
  {
    id: 'deep:content-sampling-and-seed-total',
    like: 'content-total-of-its-own',
    on: generate,
    when: both(has('topK'), has('topP'), has('seed')),
  },
  {
    id: 'deep:content-astral-with-system-assistant',
    like: 'content-assistant-role',
    on: generate,
    when: both(text(astral), system),
  },
  {
    id: 'deep:content-many-settings-negative-count',
    like: 'content-negative-count',
    on: generate,
    when: both(having('safetySettings', atLeast(3)), has('temperature')),
  },
  {
    id: 'deep:content-media-and-json-foreign-finish',
    like: 'content-foreign-finish-reason',
    on: generate,
    when: both(turnWith(inline), jsonMode),
  },
  {
    id: 'deep:content-function-response-version-number',
    like: 'content-version-as-number',
    on: generate,
    when: turnWith(part('functionResponse')),
  },
  {
    id: 'deep:content-penalties-and-stops-id-number',
    like: 'content-id-as-number',
    on: generate,
    when: both(has('presencePenalty'), has('frequencyPenalty')),
  },
  { id: 'deep:content-list-of-objects-misfit', like: 'content-json-unlike-schema', on: generate, when: listOfObjects },
  { id: 'deep:content-one-member-enum-misfit', like: 'content-args-unlike-schema', on: generate, when: oneMemberEnum },
  { id: 'deep:content-ninth-turn-text-list', like: 'content-text-as-list', on: generate, when: turns(9) },
  {
    id: 'deep:content-right-to-left-one-candidate',
    like: 'content-one-candidate',
    on: generate,
    when: text(rightToLeft),
  },
  { id: 'deep:content-json-like-empty', like: 'content-empty-reply', on: generate, when: text(jsonLike) },
  {
    id: 'deep:content-two-media-ratings-object',
    like: 'content-usage-as-list',
    on: generate,
    when: turnWith(inline, 2),
  },
  {
    id: 'deep:content-system-any-no-name',
    like: 'content-call-without-name',
    on: generate,
    when: both(system, choice('ANY')),
  },
  { id: 'deep:content-event-like-html', like: 'content-html-page', on: generate, when: text(eventLike) },
  {
    id: 'deep:content-stream-candidates-and-stops-lost',
    like: 'content-stream-never-finished',
    on: stream,
    when: both(having('candidateCount', from(2)), stops),
  },
  { id: 'deep:content-stream-astral-broken-utf8', like: 'content-stream-latin-1', on: stream, when: text(astral) },
  {
    id: 'deep:content-stream-seventh-turn-done-between',
    like: 'content-stream-done-between',
    on: stream,
    when: turns(7),
  },
  {
    id: 'deep:content-stream-tools-and-system-list',
    like: 'content-stream-list',
    on: stream,
    when: both(tools(1), system),
  },
  {
    id: 'deep:content-stream-line-separator-cut-json',
    like: 'content-stream-cut-json',
    on: stream,
    when: text(lineSeparator),
  },
  {
    id: 'deep:content-stream-json-and-seed-prose',
    like: 'content-stream-prose-for-json',
    on: stream,
    when: both(jsonMode, has('seed')),
  },
  {
    id: 'deep:content-stream-combining-other-dialect',
    like: 'content-stream-other-dialect',
    on: stream,
    when: text(combining),
  },
  {
    id: 'deep:content-stream-settings-and-temperature-type',
    like: 'content-stream-type-of-json',
    on: stream,
    when: both(having('safetySettings', atLeast(1)), has('temperature')),
  },
  {
    id: 'deep:content-tools-warmer-than-allowed',
    like: 'overlook:content.temperature-beyond-refused',
    on: generate,
    when: has('topP', 'tools'),
  },
  {
    id: 'deep:content-escaped-letters-empty',
    like: 'content-empty-reply',
    on: generate,
    when: written(escapedLetter),
  },
  {
    id: 'deep:content-exponents-id-number',
    like: 'content-id-as-number',
    on: generate,
    when: written(/\de[-+]\d/),
  },
  {
    id: 'deep:content-stream-percent-encoded-query-as-json',
    like: 'content-stream-as-json',
    on: stream,
    when: queried(/%/),
  },
]
export default list
