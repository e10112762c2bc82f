import type { DeepFault } from './deep-fault.ts'
import {
  after,
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
  longWord,
  onlyPunctuation,
  part,
  rightToLeft,
  schemaWith,
  text,
  tools,
  turns,
  turnWith,
  written,
} from './when.ts'

const create = 'messages.create'
const stream = 'messages.stream'
const stops = having('stop_sequences', atLeast(1))
/** A result for a tool use that this server itself asked for: only a client that goes on with its replies sends one. */
const isOwnResult = ({ tool_use_id: id }: Readonly<Record<string, unknown>>): boolean =>
  /^toolu_[cs][0-9a-z]{16}/.test(String(id))
const isList = (value: unknown): boolean => Array.isArray(value)
const oneMemberEnum = schemaWith(({ enum: listed }) => Array.isArray(listed) && listed.length === 1)
const listOfObjects = schemaWith(
  ({ type, items }) => type === 'array' && /"object"/.test(JSON.stringify(items ?? null)),
)

const list: readonly DeepFault[] = [
  { id: 'deep:messages-ninth-turn-null-text', like: 'messages-null-text', on: create, when: turns(9) },
  {
    id: 'deep:messages-stops-and-tools-no-reason',
    like: 'messages-null-stop-reason',
    on: create,
    when: both(stops, tools(1)),
  },
  {
    id: 'deep:messages-system-blocks-cold-no-usage',
    like: 'messages-no-usage',
    on: create,
    when: both(having('system', isList), has('temperature')),
  },
  {
    id: 'deep:messages-tool-result-then-choice-input-text',
    like: 'messages-input-as-string',
    on: create,
    when: both(turnWith(part('tool_result')), has('tools')),
  },
  {
    id: 'deep:messages-all-sampling-other-model',
    like: 'messages-model-of-its-own',
    on: create,
    when: both(has('temperature'), has('top_p'), has('top_k')),
  },
  {
    id: 'deep:messages-astral-with-system-half-token',
    like: 'messages-half-a-token',
    on: create,
    when: both(text(astral), has('system')),
  },
  {
    id: 'deep:messages-right-to-left-negative-count',
    like: 'messages-negative-count',
    on: create,
    when: text(rightToLeft),
  },
  { id: 'deep:messages-event-like-text-raw-breaks', like: 'messages-html-page', on: create, when: text(eventLike) },
  {
    id: 'deep:messages-two-images-no-input-tokens',
    like: 'messages-no-input-tokens',
    on: create,
    when: turnWith(part('image'), 2),
  },
  {
    id: 'deep:messages-metadata-and-stops-cache-text',
    like: 'messages-cache-count-as-text',
    on: create,
    when: both(has('metadata'), stops),
  },
  {
    id: 'deep:messages-one-token-with-tools-null-model',
    like: 'messages-no-model',
    on: create,
    when: both(having('max_tokens', from(1, 1)), tools(1)),
  },
  { id: 'deep:messages-many-tools-undeclared', like: 'messages-undeclared-tool', on: create, when: tools(3) },
  { id: 'deep:messages-one-member-enum-misfit', like: 'messages-input-unlike-schema', on: create, when: oneMemberEnum },
  { id: 'deep:messages-list-of-objects-misfit', like: 'messages-input-unlike-schema', on: create, when: listOfObjects },
  {
    id: 'deep:messages-image-with-tools-string-content',
    like: 'messages-string-content',
    on: create,
    when: both(turnWith(part('image')), has('tools')),
  },
  {
    id: 'deep:messages-only-punctuation-empty-text',
    like: 'messages-empty-text',
    on: create,
    when: text(onlyPunctuation),
  },
  { id: 'deep:messages-long-word-plain-text', like: 'messages-plain-text-type', on: create, when: text(longWord) },
  {
    id: 'deep:messages-json-like-other-protocol',
    like: 'messages-other-protocol',
    on: create,
    when: both(text(jsonLike), has('system')),
  },
  {
    id: 'deep:messages-stream-stops-and-tools-open-block',
    like: 'messages-stream-no-block-stop',
    on: stream,
    when: both(stops, tools(1)),
  },
  {
    id: 'deep:messages-own-result-third-exchange-no-usage',
    like: 'messages-no-usage',
    on: create,
    when: both(turnWith(isOwnResult), turns(5)),
  },
  {
    id: 'deep:messages-stream-own-result-from-one',
    like: 'messages-stream-index-from-one',
    on: stream,
    when: turnWith(isOwnResult),
  },
  { id: 'deep:messages-stream-astral-broken-utf8', like: 'messages-stream-latin-1', on: stream, when: text(astral) },
  {
    id: 'deep:messages-stream-seventh-turn-from-one',
    like: 'messages-stream-index-from-one',
    on: stream,
    when: turns(7),
  },
  {
    id: 'deep:messages-stream-any-with-system-cut-input',
    like: 'messages-stream-input-cut',
    on: stream,
    when: both(choice('any'), has('system')),
  },
  {
    id: 'deep:messages-stream-warm-top-k-two-stops',
    like: 'messages-stream-two-stops',
    on: stream,
    when: both(has('temperature'), has('top_k')),
  },
  {
    id: 'deep:messages-stream-one-token-no-reason',
    like: 'messages-stream-null-stop-reason',
    on: stream,
    when: both(having('max_tokens', from(1, 1)), has('system')),
  },
  {
    id: 'deep:messages-stream-image-and-tools-starts-twice',
    like: 'messages-stream-block-started-twice',
    on: stream,
    when: both(turnWith(part('image')), has('tools')),
  },
  {
    id: 'deep:messages-stream-line-separator-cut-json',
    like: 'messages-stream-cut-json',
    on: stream,
    when: text(lineSeparator),
  },
  {
    id: 'deep:messages-stream-metadata-two-stops-no-usage',
    like: 'messages-stream-no-usage',
    on: stream,
    when: both(has('metadata'), having('stop_sequences', atLeast(2))),
  },
  {
    id: 'deep:messages-stream-combining-other-names',
    like: 'messages-stream-other-names',
    on: stream,
    when: text(combining),
  },
  {
    id: 'deep:messages-stream-tool-result-no-delta',
    like: 'messages-stream-no-message-delta',
    on: stream,
    when: turnWith(part('tool_result')),
  },
  {
    id: 'deep:messages-tools-warmer-than-allowed',
    like: 'overlook:messages.temperature-beyond-refused',
    on: create,
    when: has('system'),
  },
  {
    id: 'deep:messages-stream-third-request-counts-text',
    like: 'messages-stream-counts-as-text-inside',
    on: stream,
    when: both(after(3), turns(5)),
  },
  {
    id: 'deep:messages-escaped-letters-null-text',
    like: 'messages-null-text',
    on: create,
    when: written(escapedLetter),
  },
  {
    id: 'deep:messages-model-not-first-no-model',
    like: 'messages-no-model',
    on: create,
    when: written(/^\s*\{\s*"(?!model")/),
  },
  {
    id: 'deep:messages-stream-white-space-as-json',
    like: 'messages-stream-as-json',
    on: stream,
    when: written(/:\s+true/),
  },
]
export default list
