import { createRequire } from 'node:module'
import { createContext, Script } from 'node:vm'
import type { Ajv2020, ErrorObject, ValidateFunction } from 'ajv/dist/2020.js'
import type formats from 'ajv-formats'
import { below } from './json-pointer.ts'
import { messageOf } from './message-of.ts'

/** Where a value does not fit a JSON Schema that came with a request. */
export interface Mismatch {
  /** To the value; for a missing member, to where it should be. */
  readonly pointer: string
  readonly message: string
}

/** `format` is an annotation (JSON Schema 2020-12, validation 7.2.1) unless its values are asked for. */
export interface Strictness {
  readonly assertsFormats?: boolean
  /** How long the schema may take to compile, and the value to check; 2000 unless given. */
  readonly mostMs?: number
}

/** The bounds of what is judged: characters of a schema, values inside a value, milliseconds; and mismatches shown. */
const most = { characters: 200_000, values: 50_000, ms: 2000, mismatches: 20 }

/**
 * Where a value does not fit a JSON Schema that somebody sent; `undefined` where that cannot be judged: the schema does
 * not compile or refers to others, one of both is too large, or it takes too long (a pattern, or references that
 * multiply). Total, whatever the schema and the value are.
 */
export function mismatches(
  schema: unknown,
  value: unknown,
  { assertsFormats = false, mostMs = most.ms }: Strictness = {},
): readonly Mismatch[] | undefined {
  if (schema === true) return []
  if (typeof schema !== 'object' || schema === null || !isJudgeable(value)) return undefined
  const text = textOf(schema)
  if (text === undefined) return undefined
  const key = `${assertsFormats}${text}`
  const check = checkFor(key, schema, assertsFormats, mostMs)
  if (check === undefined) return undefined
  const fits = inTime(() => check(value), mostMs)
  // What took too long once is not asked again.
  if (fits === undefined) checks.set(key, undefined)
  return fits === undefined ? undefined : fits ? [] : asMismatches(check.errors ?? [])
}

function textOf(schema: object): string | undefined {
  try {
    const text = JSON.stringify(schema)
    return text.length > most.characters ? undefined : text
  } catch {
    // Too deep for the stack.
    return undefined
  }
}

function isJudgeable(value: unknown): boolean {
  const left = [value]
  for (let seen = 0; seen < most.values; seen++) {
    if (left.length === 0) return true
    const next = left.pop()
    if (typeof next !== 'object' || next === null) continue
    for (const inner of Object.values(next)) {
      left.push(inner)
      if (left.length > most.values) return false
    }
  }
  return left.length === 0
}

/** The validators of the schemas met last, by their text; `undefined` for those that cannot be used. */
const checks = new Map<string, ValidateFunction | undefined>()
const mostChecks = 200

function checkFor(key: string, schema: object, assertsFormats: boolean, mostMs: number): ValidateFunction | undefined {
  if (!checks.has(key)) {
    if (checks.size >= mostChecks) checks.clear()
    checks.set(
      key,
      inTime(() => compiler(assertsFormats).compile(schema), mostMs),
    )
  }
  return checks.get(key)
}

const require = createRequire(import.meta.url)

/** One for each schema: a compiler remembers schemas, and what an interrupted one remembers nobody knows. */
function compiler(assertsFormats: boolean): Ajv2020 {
  const { Ajv2020: Compiler } = require('ajv/dist/2020.js') as { readonly Ajv2020: new (options: object) => Ajv2020 }
  const ajv = new Compiler({
    allErrors: true,
    verbose: true,
    strict: false,
    strictNumbers: false,
    validateSchema: false,
    validateFormats: assertsFormats,
    addUsedSchema: false,
    ownProperties: true,
    // References that multiply would be copied that often.
    inlineRefs: false,
    logger: false,
  })
  const { default: addFormats } = require('ajv-formats') as typeof formats
  addFormats(ajv)
  return ajv
}

const asking = new Script('ask()')
const asked = createContext({})

/** What a function returns; `undefined` where it throws or takes too long: `vm` alone can interrupt it. */
function inTime<T>(ask: () => T, mostMs: number): T | undefined {
  Object.assign(asked, { ask })
  try {
    return asking.runInContext(asked, { timeout: mostMs }) as T
  } catch {
    return undefined
  }
}

function asMismatches(errors: readonly ErrorObject[]): readonly Mismatch[] {
  return errors
    .filter(isCertain)
    .slice(0, most.mismatches)
    .map((error) => {
      const pointer = pointerOf(error)
      return { pointer, message: messageOf(error, pointer) }
    })
}

/** Characters may be UTF-16 units, code points or graphemes (interpretation G6): a length is wrong when all counts say so. */
function isCertain({ keyword, data, schema }: ErrorObject): boolean {
  if (typeof data !== 'string' || typeof schema !== 'number') return true
  if (keyword === 'minLength') return data.length < schema
  return keyword !== 'maxLength' || [...new Intl.Segmenter().segment(data)].length > schema
}

function pointerOf({ keyword, instancePath, params }: ErrorObject): string {
  const member = keyword === 'required' ? params['missingProperty'] : params['additionalProperty']
  return typeof member === 'string' ? below(instancePath, member) : instancePath
}
