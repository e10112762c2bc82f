import { isObject, type Members } from '../../../../schemas/json.ts'
import type { Area } from '../../../core/model/vocabulary.ts'

/** A kind of body that other protocols use, recognised by its members. */
interface Dialect {
  /** Part of the ids of causes, so it must not change. */
  readonly id: string
  readonly words: string
  /** The areas of this specification whose own bodies look like this; absent for other protocols. */
  readonly ownOf?: readonly Area[]
  readonly is: (body: Members) => boolean
}

/** In order of precedence: later entries match more loosely. */
const dialects: readonly Dialect[] = [
  { id: 'openai-chat', words: 'an OpenAI chat completion (`choices`)', is: isChat },
  { id: 'openai-response', words: 'an OpenAI response (`output`)', is: (body) => body['object'] === 'response' },
  { id: 'openai-completion', words: 'an OpenAI completion', is: ({ object }) => object === 'text_completion' },
  { id: 'openai', words: 'an OpenAI error object (`error.param`)', is: ({ error }) => has(error, 'param') },
  { id: 'anthropic', words: 'an error object inside `type: "error"`', ownOf: ['messages'], is: isTypedError },
  { id: 'fastapi', words: 'a FastAPI body (`detail`)', is: ({ detail }) => detail !== undefined },
  {
    id: 'problem',
    words: 'an RFC 9457 problem (`title`, `status`)',
    is: (body) => isText(body['title']) && 'status' in body,
  },
  { id: 'spring', words: 'a Spring error (`timestamp`, `path`)', is: (body) => 'timestamp' in body && 'path' in body },
  {
    id: 'status-error',
    words: 'an error with a `status` name',
    ownOf: ['content-generation'],
    is: ({ error }) => has(error, 'status'),
  },
  { id: 'success-message', words: 'a body with `success` and `message`', ownOf: ['token-usage'], is: isEnvelope },
  { id: 'bare-error', words: 'a body whose `error` is a string', is: ({ error }) => isText(error) },
  { id: 'bare-message', words: 'a body with `message` and without `error`', is: isBareMessage },
]

/** Returns the dialect of a JSON body; `undefined` if it has none, or the area's own. */
export function foreignDialect(json: unknown, area: Area): string | undefined {
  if (!isObject(json)) return undefined
  const found = dialects.find(({ is }) => is(json))
  return found?.ownOf?.includes(area) === true ? undefined : found?.id
}

/** Returns a dialect in words: `an OpenAI chat completion`. */
export function dialectInWords(id: string): string | undefined {
  return dialects.find((dialect) => dialect.id === id)?.words
}

function isChat({ object, choices }: Members): boolean {
  return String(object).startsWith('chat.completion') || Array.isArray(choices)
}

function isTypedError({ type, error }: Members): boolean {
  return type === 'error' && isObject(error)
}

function isEnvelope({ success, message }: Members): boolean {
  return typeof success === 'boolean' && isText(message)
}

/** A body with `success` has the members of the token area, even if one of them has a wrong type. */
function isBareMessage({ message, error, success }: Members): boolean {
  return isText(message) && error === undefined && success === undefined
}

function has(value: unknown, name: string): boolean {
  return isObject(value) && Object.hasOwn(value, name)
}

function isText(value: unknown): boolean {
  return typeof value === 'string'
}
