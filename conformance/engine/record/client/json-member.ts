const quote = 0x22
const backslash = 0x5c
const opening: ReadonlySet<number> = new Set([0x7b, 0x5b])
const closing: ReadonlySet<number> = new Set([0x7d, 0x5d])
const brace = 0x7b
const comma = 0x2c
const colon = 0x3a

/** Bytes from `start` to before `end`. */
interface Span {
  readonly start: number
  readonly end: number
}

/**
 * Replaces the string values of a top-level member of a JSON object, and changes no other bytes: spellings of numbers,
 * white space and duplicate keys may be part of the test. Accepts any bytes.
 */
export function withMember(body: Uint8Array, member: string, replace: (value: string) => string): Uint8Array {
  const replacements: Replacement[] = []
  for (const [key, value] of topLevelStrings(body)) {
    if (textOf(body, key) !== member) continue
    const before = textOf(body, value)
    const after = before === undefined ? undefined : replace(before)
    if (after !== undefined && after !== before) replacements.push({ ...value, text: JSON.stringify(after) })
  }
  return spliced(body, replacements)
}

/** Yields the members of the outermost object that have a string value, as the spans of both tokens. */
function* topLevelStrings(body: Uint8Array): Generator<readonly [key: Span, value: Span]> {
  let depth = 0
  let isKeyNext = false
  let key: Span | undefined
  for (let at = 0; at < body.length; at++) {
    const byte = body[at]!
    if (byte === quote) {
      const token = stringAt(body, at)
      at = token.end - 1
      if (depth !== 1) continue
      if (isKeyNext) key = token
      else if (key !== undefined) yield [key, token]
      isKeyNext = false
    } else if (opening.has(byte)) {
      depth++
      isKeyNext = depth === 1 && byte === brace
    } else if (closing.has(byte)) depth--
    else if (depth === 1 && byte === comma) [isKeyNext, key] = [true, undefined]
    else if (depth === 1 && byte === colon) isKeyNext = false
  }
}

function stringAt(body: Uint8Array, start: number): Span {
  let at = start + 1
  while (at < body.length && body[at] !== quote) at += body[at] === backslash ? 2 : 1
  return { start, end: Math.min(at + 1, body.length) }
}

function textOf(body: Uint8Array, { start, end }: Span): string | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(body.subarray(start, end)).toString('utf8'))
    return typeof value === 'string' ? value : undefined
  } catch {
    return undefined
  }
}

/** A span and its replacement. */
export interface Replacement {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Replaces spans of bytes, which must be in order and must not overlap. Without any, returns `body` itself. */
export function spliced(body: Uint8Array, replacements: readonly Replacement[]): Uint8Array {
  if (replacements.length === 0) return body
  const pieces: Uint8Array[] = []
  let from = 0
  for (const { start, end, text } of replacements) {
    pieces.push(body.subarray(from, start), Buffer.from(text, 'utf8'))
    from = end
  }
  pieces.push(body.subarray(from))
  return new Uint8Array(Buffer.concat(pieces))
}
