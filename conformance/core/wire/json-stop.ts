/** The place at which a text stops being JSON. */
export interface JsonStop {
  /** The index of the first character that JSON does not allow there. */
  readonly at: number
  /** True if the text ends too early, and is JSON up to its end. */
  readonly isAtEnd: boolean
}

/** The most characters that are looked at. */
const longest = 200_000

type State = 'value' | 'first item' | 'first name' | 'name' | 'after'

const space = /[ \t\n\r]*/y
const scalar =
  /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y
const memberName = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"[ \t\n\r]*:/y
/** The beginning of a scalar or of a name, as a cut leaves it. */
const begun =
  /(?:"(?:[^"\\\u0000-\u001f]|\\.)*(?:\\|"[ \t\n\r]*)?|t|tr|tru|f|fa|fal|fals|n|nu|nul|-|-?\d+\.?\d*[eE]?[+-]?)$/y

/** Returns the place at which a text stops being JSON; `undefined` if it is JSON, or too long to look at. */
export function whereJsonStops(text: string): JsonStop | undefined {
  if (text.length > longest) return undefined
  const open: ('{' | '[')[] = []
  let state: State = 'value'
  let at = past(space, text, 0) ?? 0
  let before = at
  while (at < text.length) {
    const next = step(text, at, state, open)
    // A cut number is a shorter number and a rest.
    if (next === undefined) return { at, isAtEnd: past(begun, text, state === 'after' ? before : at) === text.length }
    before = at
    state = next.state
    at = past(space, text, next.at) ?? next.at
  }
  return state === 'after' && open.length === 0 ? undefined : { at, isAtEnd: true }
}

/** Returns the state after one token, and the place behind it; `undefined` if JSON does not allow the token. */
function step(
  text: string,
  at: number,
  state: State,
  open: ('{' | '[')[],
): { readonly at: number; readonly state: State } | undefined {
  const sign = text[at]
  const isClosing = (sign === '}' && open.at(-1) === '{') || (sign === ']' && open.at(-1) === '[')
  if (isClosing && (state === 'after' || state === (sign === '}' ? 'first name' : 'first item'))) {
    open.pop()
    return { at: at + 1, state: 'after' }
  }
  if (state === 'after')
    return sign === ',' && open.length > 0 ? { at: at + 1, state: open.at(-1) === '{' ? 'name' : 'value' } : undefined
  if (state === 'name' || state === 'first name') return stateAfter(past(memberName, text, at), 'value')
  if (sign === '{' || sign === '[') {
    open.push(sign)
    return { at: at + 1, state: sign === '{' ? 'first name' : 'first item' }
  }
  return stateAfter(past(scalar, text, at), 'after')
}

function stateAfter(at: number | undefined, state: State): { readonly at: number; readonly state: State } | undefined {
  return at === undefined ? undefined : { at, state }
}

/** Returns the place behind a match of a sticky pattern at `at`; `undefined` if there is none. */
function past(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : undefined
}

/** The most characters that are quoted before and after the place. */
const quoted = 30

/**
 * Returns the place at which a text stops being JSON, in words: ` at character 30: ",index" after "delta",`. Empty if
 * there is none.
 */
export function jsonStopInWords(text: string): string {
  const stop = whereJsonStops(text)
  if (stop === undefined || text.trim() === '') return ''
  const before = Array.from(text.slice(Math.max(0, stop.at - quoted), stop.at)).join('')
  if (stop.at >= text.length) return `: it ends after \`${before}\``
  const after = Array.from(text.slice(stop.at, stop.at + quoted)).join('')
  return stop.isAtEnd
    ? `: it ends within \`${after}\``
    : ` at character ${stop.at + 1}: \`${after}\`${before === '' ? '' : ` after \`${before}\``}`
}
