import { isObject } from '../../../schemas/json.ts'
import { header, mediaType, type RecordedRequest } from '../../core/model/exchange.ts'
import type { Operation } from '../../core/model/operation.ts'
import { decodeMultipart, encodeMultipart, type FormPartInput } from '../../core/wire/multipart.ts'
import { isSame } from '../plan/schema/json.ts'
import { digestOf } from '../plan/subject.ts'
import { ordered, type Spelling } from './spelling.ts'

/**
 * Returns a request in another spelling; `undefined` if its meaning would change, or if nothing can be spelled
 * differently.
 */
export function respelled(
  operation: Operation,
  request: RecordedRequest,
  spelling: Spelling,
): RecordedRequest | undefined {
  const { method, path } = request
  const { type, body } = bodyIn(request, spelling)
  const lines = request.headers.map(
    ([name, value]) => [name, name === 'content-type' ? (type ?? value) : value] as const,
  )
  const headers = ordered(lines, spelling, ([name]) => name)
  const written: RecordedRequest = {
    method,
    path: pathIn(path, spelling),
    headers: headers.map(([name, value]) => [cased(name, spelling.headers), value] as const),
    body,
  }
  if (digestOf(written) === digestOf(request)) return undefined
  return operation.matches(written) && isSame(operation.read(written), operation.read(request)) ? written : undefined
}

function bodyIn({ headers, body }: RecordedRequest, spelling: Spelling): { type?: string; body: Uint8Array } {
  const type = header(headers, 'content-type') ?? ''
  if (mediaType(headers) === 'multipart/form-data') {
    const parts = decodeMultipart(type, body)
    if (parts === undefined) return { body }
    const form = encodeMultipart(orderedParts(parts, spelling), spelling.boundary)
    return { type: form.contentType, body: form.body }
  }
  if (body.length === 0) return { body }
  return { body: spelledJson(body, spelling) ?? body }
}

/** Reorders parts. Parts of the same name keep their order: a mask belongs to the first of several images. */
function orderedParts(parts: readonly FormPartInput[], spelling: Spelling): readonly FormPartInput[] {
  return ordered(parts, spelling, ({ name }) => name)
}

function pathIn(path: string, spelling: Spelling): string {
  const [before = '', query] = path.split('?', 2)
  if (query === undefined) return path
  const parameters = query.split('&').map((parameter) => (spelling.percent ? percentEncoded(parameter) : parameter))
  return `${before}?${ordered(parameters, spelling, (parameter) => parameter).join('&')}`
}

/**
 * Percent-encodes the second letter of a name and the first of its value, which is equivalent. The key stays unchanged.
 */
function percentEncoded(parameter: string): string {
  const [name = '', value = ''] = parameter.split('=', 2)
  if (name === 'key') return parameter
  const encoded = (text: string, at: number) =>
    text.replaceAll(/[A-Za-z]/g, (letter, index: number) => (index === at ? hexOf(letter) : letter))
  return `${encoded(name, 1)}=${encoded(value, 0)}`
}

function hexOf(letter: string): string {
  return `%${letter.charCodeAt(0).toString(16).toUpperCase()}`
}

function cased(name: string, wanted: Spelling['headers']): string {
  if (wanted === 'upper') return name.toUpperCase()
  return wanted === 'lower' ? name : name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase())
}

/** The most characters of a text that is escaped. Longer texts are encoded bytes, which would only grow. */
const longestEscaped = 2000

/** Returns the same JSON in another spelling; `undefined` if it is no JSON. */
function spelledJson(body: Uint8Array, spelling: Spelling): Uint8Array | undefined {
  try {
    const value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as unknown
    return new TextEncoder().encode(spelling.space + written(value, spelling, 0) + spelling.space)
  } catch {
    return undefined
  }
}

function written(value: unknown, spelling: Spelling, depth: number, isName = false): string {
  const { space } = spelling
  if (typeof value === 'string') return isName ? JSON.stringify(value) : text(value, spelling)
  if (typeof value === 'number') return number(value, spelling)
  if (Array.isArray(value))
    return `[${space}${value.map((item) => written(item, spelling, depth + 1)).join(`${space},${space}`)}${space}]`
  if (!isObject(value)) return String(value)
  const members = ordered(Object.entries(value), spelling, ([name]) => name).map(([name, member]) => {
    // The target's model names replace the labels later, so the labels have to stay recognisable.
    const isLabel = depth === 0 && name === 'model'
    return `${text(name, spelling)}${space}:${space}${written(member, spelling, depth + 1, isLabel)}`
  })
  return `{${space}${members.join(`${space},${space}`)}${space}}`
}

function text(value: string, { escapes, order }: Spelling): string {
  const plain = JSON.stringify(value)
  if (escapes === 'none' || value.length > longestEscaped) return plain
  const isEscaped = (at: number) => escapes === 'all' || (at + order) % 3 === 0
  const units = value.split('').map((unit, at) => (isEscaped(at) ? escaped(unit) : JSON.stringify(unit).slice(1, -1)))
  return `"${units.join('')}"`
}

function escaped(unit: string): string {
  return unit === '/' ? '\\/' : `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/**
 * Writes fractions with an exponent. Whole numbers stay unchanged: the standards do not say whether `1e2` is an
 * integer.
 */
function number(value: number, { exponents }: Spelling): string {
  return !exponents || Number.isInteger(value) ? JSON.stringify(value) : value.toExponential()
}
