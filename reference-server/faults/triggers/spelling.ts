import type { Endpoint } from '../../../conformance/core/model/vocabulary.ts'
import { membersOf } from '../../../schemas/json.ts'
import type { IncomingRequest } from '../../incoming-request.ts'
import { pick } from '../../model/random.ts'
import { type DrawTrigger, operationKindOf } from './trigger.ts'

/** An alternative spelling of the same request. */
interface Spelled {
  readonly words: string
  readonly isIn: (request: IncomingRequest) => boolean
}

/** Draws a spelling of the JSON, the form, the headers or the query. */
export const spellingTrigger: DrawTrigger = (random, on) => {
  const { words, isIn } = pick(random, spellingsOf(on))
  return { class: 'spelling', words, holds: isIn }
}

function spellingsOf(on: Endpoint): readonly Spelled[] {
  const query = on === 'content.stream' ? [...queries, keyFirst] : operationKindOf(on) === 'content' ? queries : []
  return [...bodySpellings(on), ...headers, ...query]
}

function bodySpellings(on: Endpoint): readonly Spelled[] {
  if (on === 'usage.token') return [prefixed]
  if (on === 'images.variation') return boundaries
  if (on === 'images.edit') return [...boundaries, promptNotFirst]
  if (on === 'images.generate') return [...json, firstMemberNot('prompt')]
  return operationKindOf(on) === 'content'
    ? [...json, firstMemberNot('contents'), ...snakeCase]
    : [...json, firstMemberNot('model'), membersSwapped]
}

function text(words: string, pattern: RegExp): Spelled {
  return { words, isIn: ({ spelling }) => pattern.test(spelling.json) }
}

/** Makes a spelling that matches JSON after all of its strings are emptied. */
function structure(words: string, pattern: RegExp): Spelled {
  return { words, isIn: ({ spelling }) => pattern.test(spelling.json.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""')) }
}

const json: readonly Spelled[] = [
  text('the JSON has an escaped letter', /\\u00[4-7][0-9a-f]/i),
  text('the JSON has an escaped slash', /\\\//),
  text('the JSON has an escaped character beyond ASCII', /\\u(?!00[0-7])/i),
  structure('the JSON has white space before it', /^\s/),
  structure('the JSON has white space after it', /\s$/),
  structure('the JSON has white space after a colon', /:\s/),
  structure('the JSON has white space before a colon', /"\s+:/),
  structure('the JSON has a line break within it', /\S\s*[\r\n]\s*\S/),
  structure('the JSON has a tab within it', /\S\s*\t\s*\S/),
  structure('the JSON has a number with an exponent', /\d[eE]/),
]

function firstMemberNot(name: string): Spelled {
  return text(`the first member of the body is not ${name}`, new RegExp(`^\\s*\\{\\s*"(?!${name}")`))
}

const membersSwapped: Spelled = {
  words: 'the member messages stands before max_tokens',
  isIn: ({ value }) => {
    const names = Object.keys(membersOf(value.body))
    return names.includes('messages') && names.indexOf('messages') < names.indexOf('max_tokens')
  },
}

/** The names of section 2.6 that also have a snake_case spelling. */
const snakeCase: readonly Spelled[] = [
  'inline_data',
  'mime_type',
  'system_instruction',
  'tool_config',
  'function_declarations',
  'function_calling_config',
  'response_mime_type',
  'response_schema',
].map((word) => text(`the JSON has the spelling ${word}`, new RegExp(`"${word}"\\s*:`)))

const credential = /^(?:authorization|x-api-key|x-goog-api-key)$/i

function header(words: string, isSuch: (name: string, value: string) => boolean): Spelled {
  return { words, isIn: ({ spelling }) => spelling.headers.some(([name, value]) => isSuch(name, value)) }
}

const headers: readonly Spelled[] = [
  header('a header name is written in capitals', (name) => /^[A-Z][A-Z-]+$/.test(name)),
  header('a header name has a capital at each word', (name) => /^[A-Z][a-z]+(?:-[A-Z][a-z]+)+$/.test(name)),
]

const prefixed: Spelled = header(
  'the key begins with sk-',
  (name, value) => credential.test(name) && /\bsk-/.test(value),
)

const queries: readonly Spelled[] = [
  { words: 'a query name is percent-encoded', isIn: ({ spelling }) => /(?:^|&)[^=&]*%/.test(spelling.query) },
  { words: 'a query value is percent-encoded', isIn: ({ spelling }) => /=[^&]*%/.test(spelling.query) },
]

const keyFirst: Spelled = {
  words: 'the query has key before alt',
  isIn: ({ spelling }) => /(?:^|&)key=.*&alt=/.test(spelling.query),
}

function boundary(words: string, pattern: RegExp): Spelled {
  return header(words, (name, value) => /^content-type$/i.test(name) && pattern.test(value))
}

const boundaries: readonly Spelled[] = [
  boundary('the boundary is quoted', /boundary="/i),
  boundary('the boundary has 60 characters or more', /boundary="?[^";]{60}/i),
  boundary('the boundary has punctuation other than a dash', /boundary="?[^";]*['()+_,./:=?]/i),
]

/** The members of a form's value are in the order in which the text fields arrived. */
const promptNotFirst: Spelled = {
  words: 'a text stands before prompt in the form',
  isIn: ({ value }) => {
    const names = Object.keys(membersOf(value.body)).filter((name) => !['image', 'mask', 'model'].includes(name))
    return names.indexOf('prompt') > 0
  },
}
