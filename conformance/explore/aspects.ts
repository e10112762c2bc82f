import type { RequestValue } from '../model/operation.ts'
import { isObject } from '../plan/schema/json.ts'
import { camelCase, usersOwn } from './features.ts'

/**
 * What a request is like, in words that other requests of the operation share: the members of its body (those of
 * `generationConfig` with them), and of each the kinds of its texts, special numbers, lengths of lists, kinds of blocks and
 * what the schemas in it ask for. Requests are drawn so that these, and pairs of them, have all been seen.
 */
export function aspectsOf({ body }: RequestValue): ReadonlyMap<string, AspectKind> {
  const aspects = new Map<string, AspectKind>()
  for (const [top, member] of membersOf(body)) {
    aspects.set(top, 'member')
    for (const { aspect, kind } of aspectsIn(member, top, top)) aspects.set(aspect, kind)
  }
  return aspects
}

/** Whether an aspect is about a member itself or the value it has, about one of its texts, or about what stands within it. */
export type AspectKind = 'member' | 'text' | 'within'

interface Aspect {
  readonly aspect: string
  readonly kind: AspectKind
}

/** The names of the members of a body, those of `generationConfig` with them. */
export function memberNames({ body }: RequestValue): readonly string[] {
  return membersOf(body).map(([name]) => name)
}

function membersOf(body: unknown): readonly (readonly [name: string, member: unknown])[] {
  if (!isObject(body)) return []
  return Object.entries(body).flatMap(([name, member]) =>
    camelCase(name) === 'generationConfig' && isObject(member)
      ? Object.entries(member).map(([own, value]) => [camelCase(own), value] as const)
      : [[camelCase(name), member] as const],
  )
}

/** Members whose texts are bytes in another form. */
const encoded = new Set(['data', 'digest', 'b64_json'])
/** Members whose texts are words of the specification, wherever they stand. */
const listed = new Set(['type', 'role', 'mode', 'outcome', 'format', 'mimeType', 'mime_type'])

function* aspectsIn(value: unknown, top: string, name: string): Generator<Aspect> {
  const kind = top === name ? 'member' : 'within'
  const here = (what: string): Aspect => ({ aspect: `${top} ${name} ${what}`, kind })
  if (name.includes('_')) yield { aspect: `spelled ${name}`, kind: 'within' }
  if (typeof value === 'string' && !encoded.has(name)) {
    for (const text of textKindsOf(value)) yield { aspect: `${top} ${text}`, kind: 'text' }
    if ((kind === 'member' || listed.has(name)) && /^[\w./:-]{1,24}$/.test(value)) yield here(`is ${value}`)
  }
  if (typeof value === 'number') yield here(numberKind(value))
  if (typeof value === 'boolean' || value === null) yield here(`is ${value}`)
  if (Array.isArray(value)) {
    yield here(lengthKind(value.length))
    for (const item of value) yield* aspectsIn(item, top, name)
  }
  if (!isObject(value)) return
  if (/schema|^parameters$/i.test(name)) {
    for (const keyword of schemaKeywords(value)) yield { aspect: `${top} ${keyword}`, kind: 'within' }
  } else if (!usersOwn.has(name)) {
    for (const [own, member] of Object.entries(value)) {
      yield { aspect: `${top} ${own}`, kind: 'within' }
      yield* aspectsIn(member, top, own)
    }
  }
}

/** The kinds of texts that a text is of. */
export function textKindsOf(text: string): readonly string[] {
  return Object.keys(textKinds).filter((kind) => textKinds[kind]?.test(text))
}

function numberKind(value: number): string {
  if (!Number.isInteger(value)) return 'is a fraction'
  if (value <= 2) return `is ${Math.max(-1, value)}`
  return value <= 16 ? 'is at most 16' : 'is larger'
}

function lengthKind(length: number): string {
  if (length < 3) return `of ${length}`
  return length < 5 ? 'of 3 or 4' : length < 9 ? 'of 5 to 8' : 'of 9 or more'
}

/** What a schema asks for, however deep. */
function* schemaKeywords(schema: Readonly<Record<string, unknown>>, depth = 1): Generator<string> {
  const { items, enum: words, properties, required } = schema
  const holds = (inner: unknown, member: string) => isObject(inner) && member in inner
  yield `schema ${depth} deep`
  if (holds(items, 'properties')) yield 'schema with a list of objects'
  if (holds(items, 'items')) yield 'schema with a list of lists'
  if (Array.isArray(words)) yield `schema with ${words.length === 1 ? 'one word' : 'words'} to choose from`
  if (Array.isArray(required)) yield 'schema that requires'
  const inner = [...(isObject(properties) ? Object.values(properties) : []), items].filter(isObject)
  for (const one of inner) yield* schemaKeywords(one, depth + 1)
}

/** Kinds of texts that software treats in ways of their own. */
const textKinds: Readonly<Record<string, RegExp>> = {
  'beyond the basic plane': /[\u{10000}-\u{10ffff}]/u,
  combining: /\p{M}/u,
  'right to left': /[\p{Script=Arabic}\p{Script=Hebrew}]/u,
  'other scripts': /[^\p{ASCII}\p{Script=Latin}]/u,
  'line breaks': /\n/,
  'line separators': /[\u2028\u2029]/,
  'like JSON': /^\s*[[{]/,
  'like an event': /^(data|event|id|:)/m,
  'only punctuation': /^[\p{P}\p{S}\s]+$/u,
  'a long word': /\S{60}/,
  'a long text': /^.{500}/s,
}
