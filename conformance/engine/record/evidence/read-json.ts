import { isObject, type Members } from '../../../../schemas/json.ts'

/** Parses a line as a JSON object; `undefined` for anything else. */
export function parseObject(line: string): Members | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

export function isListOf<T>(value: unknown, isMember: (member: unknown) => member is T): value is readonly T[] {
  return Array.isArray(value) && value.every(isMember)
}

export function isText(value: unknown): value is string {
  return typeof value === 'string'
}

export function isNumber(value: unknown): value is number {
  return typeof value === 'number'
}

export function isPair<A, B>(
  value: unknown,
  isFirst: (member: unknown) => member is A,
  isSecond: (member: unknown) => member is B,
): value is readonly [A, B] {
  return Array.isArray(value) && value.length === 2 && isFirst(value[0]) && isSecond(value[1])
}

export function isTextPair(value: unknown): value is readonly [string, string] {
  return isPair(value, isText, isText)
}
