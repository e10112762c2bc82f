import { isObject } from '../plan/schema/json.ts'
import { ordered, type Spelling } from './spelling.ts'

/** Longer texts are bytes in another form, and would only grow. */
const longestEscaped = 2000

/** The same JSON in another spelling; `undefined` for what is no JSON. */
export function spelledJson(body: Uint8Array, spelling: Spelling): Uint8Array | undefined {
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
    // The target's model names replace our labels later, so the labels have to stay recognisable.
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

/** Fractions only: whether a whole number with an exponent is still an integer is more than the standards say. */
function number(value: number, { exponents }: Spelling): string {
  return !exponents || Number.isInteger(value) ? JSON.stringify(value) : value.toExponential()
}
