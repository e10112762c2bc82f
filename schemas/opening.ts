import { Ajv2020 } from 'ajv/dist/2020.js'

/** One entry of `x-open`: values that match `when` are neither accepted nor refused for certain. */
export interface Opening {
  readonly reading: string
  readonly when: Readonly<Record<string, unknown>>
}

/** Whether a value stands on open ground. */
export type Matches = (data: unknown) => boolean

let compiler: Ajv2020 | undefined

/**
 * The test that `when` is. Most name little more than a type, and are met by every value of every request: those that
 * name one are asked about the type first, and only then, if there is more to them, about the rest.
 */
export function matcherOf({ when }: Opening): Matches {
  const { type, ...rest } = when
  const isType = typeof type === 'string' ? types[type] : undefined
  const isBare = Object.keys(rest).length === 0
  if (isBare && type === undefined) return () => true
  if (isBare && isType !== undefined) return isType
  compiler ??= new Ajv2020({ strict: false })
  const check = compiler.compile(when)
  return isType === undefined ? (data) => check(data) : (data) => isType(data) && check(data)
}

const types: Readonly<Record<string, Matches>> = {
  null: (data) => data === null,
  string: (data) => typeof data === 'string',
  boolean: (data) => typeof data === 'boolean',
  number: (data) => typeof data === 'number' && Number.isFinite(data),
  integer: (data) => Number.isInteger(data),
  array: (data) => Array.isArray(data),
  object: (data) => typeof data === 'object' && data !== null && !Array.isArray(data),
}
