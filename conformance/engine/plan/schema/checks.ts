import type { JsonSchema } from '../../../../schemas/index.ts'
import { isObject } from '../../../../schemas/json.ts'
import { charactersIn } from '../../../core/text/characters.ts'
import { isOfType, isSame } from './json.ts'

/** Returns whether a value satisfies a keyword. */
export type Check = (value: unknown) => boolean

/** Makes a check for the value of a keyword. */
type Keyword = (limit: never) => Check

const ofNumber = (holds: (value: number) => boolean) => (value: unknown) => typeof value !== 'number' || holds(value)
const ofText = (holds: (text: string) => boolean) => (value: unknown) => typeof value !== 'string' || holds(value)
const ofList = (holds: (list: readonly unknown[]) => boolean) => (value: unknown) =>
  !Array.isArray(value) || holds(value)
const ofObject = (holds: (value: Readonly<Record<string, unknown>>) => boolean) => (value: unknown) =>
  !isObject(value) || holds(value)

/** The keywords that assert something about a value itself. */
const keywords: Readonly<Record<string, Keyword>> = {
  type: (type: string | readonly string[]) => {
    const types = [type].flat()
    return (value) => types.some((one) => isOfType(value, one))
  },
  enum: (listed: readonly unknown[]) => {
    const scalars = new Set(listed)
    return (value) => scalars.has(value) || (typeof value === 'object' && listed.some((one) => isSame(one, value)))
  },
  const: (wanted: unknown) => (value) => isSame(wanted, value),
  minimum: (limit: number) => ofNumber((value) => value >= limit),
  maximum: (limit: number) => ofNumber((value) => value <= limit),
  exclusiveMinimum: (limit: number) => ofNumber((value) => value > limit),
  exclusiveMaximum: (limit: number) => ofNumber((value) => value < limit),
  minLength: (limit: number) => ofText((text) => charactersIn(text) >= limit),
  maxLength: (limit: number) => ofText((text) => charactersIn(text) <= limit),
  pattern: (pattern: string) => {
    const expression = new RegExp(pattern, 'u')
    return ofText((text) => expression.test(text))
  },
  minItems: (limit: number) => ofList(({ length }) => length >= limit),
  maxItems: (limit: number) => ofList(({ length }) => length <= limit),
  minProperties: (limit: number) => ofObject((value) => Object.keys(value).length >= limit),
  maxProperties: (limit: number) => ofObject((value) => Object.keys(value).length <= limit),
  required: (names: readonly string[]) => ofObject((value) => names.every((name) => Object.hasOwn(value, name))),
}

/** Returns the checks of a schema about a value by itself. Formats are not checked. */
export function ownChecks(schema: JsonSchema): readonly Check[] {
  return Object.entries(keywords)
    .filter(([keyword]) => keyword in schema)
    .map(([keyword, make]) => make(schema[keyword] as never))
}
