import { createRequire } from 'node:module'
import { createContext, Script } from 'node:vm'
import type { Ajv2020, ErrorObject, ValidateFunction } from 'ajv/dist/2020.js'
import type formats from 'ajv-formats'
import { below } from './json-pointer.ts'
import { messageOf } from './message-of.ts'

/** A mismatch between a value and a JSON Schema from a request. */
export interface Mismatch {
  /** A JSON pointer to the value, or to the place of a missing member. */
  readonly pointer: string
  readonly message: string
}

/** The strictness of a check. */
export interface Strictness {
  readonly assertsFormats?: boolean
  /** The timeout in milliseconds for compiling the schema and for checking the value; 2000 by default. */
  readonly mostMs?: number
}

/**
 * The maximum number of characters of a schema, of values inside a value, of milliseconds, and of reported mismatches.
 */
const most = { characters: 200_000, values: 50_000, ms: 2000, mismatches: 20 }

/**
 * Returns the mismatches between a value and an untrusted JSON Schema. Accepts any schema and any value. Returns
 * `undefined` if the check is impossible:
 * - The schema does not compile or references other documents.
 * - The schema or the value is too large.
 * - The check takes too long, because of a pattern or multiplying references.
 */
export function mismatches(
  schema: unknown,
  value: unknown,
  { assertsFormats = false, mostMs = most.ms }: Strictness = {},
): readonly Mismatch[] | undefined {
  if (schema === true) return []
  if (typeof schema !== 'object' || schema === null || !hasAtMost(most.values, value)) return undefined
  const text = textOf(schema)
  if (text === undefined) return undefined
  const key = `${assertsFormats}${text}`
  const limit = isQuick(text, value) ? undefined : mostMs
  const check = checkFor(key, schema, assertsFormats, limit)
  if (check === undefined) return undefined
  const fits = inTime(() => check(value), limit)
  // A check that timed out is not repeated.
  if (fits === undefined) checks.set(key, undefined)
  return fits === undefined ? undefined : fits ? [] : asMismatches(check.errors ?? [])
}

function textOf(value: unknown): string | undefined {
  try {
    const text = JSON.stringify(value) ?? ''
    return text.length > most.characters ? undefined : text
  } catch {
    // The value is nested too deeply for the stack.
    return undefined
  }
}

function hasAtMost(values: number, value: unknown): boolean {
  const left = [value]
  for (let seen = 0; seen < values; seen++) {
    if (left.length === 0) return true
    const next = left.pop()
    if (typeof next !== 'object' || next === null) continue
    for (const inner of Object.values(next)) {
      left.push(inner)
      if (left.length > values) return false
    }
  }
  return left.length === 0
}

/** The limits below which a check takes no time worth measuring, unless a keyword multiplies it. */
const quick = { characters: 20_000, values: 200 }

/** Matches the keywords whose checks may take long on small values: patterns, formats, and multiplying references. */
const slowKeyword = /"(pattern|patternProperties|format|\$\w*ref)"/i

/** Returns whether a check needs no time limit. A limit starts a thread, which takes longer than most checks. */
function isQuick(schemaText: string, value: unknown): boolean {
  if (slowKeyword.test(schemaText) || !hasAtMost(quick.values, value)) return false
  return schemaText.length + (textOf(value)?.length ?? Number.POSITIVE_INFINITY) <= quick.characters
}

/** The validators of recent schemas by their text; `undefined` for schemas that cannot be used. */
const checks = new Map<string, ValidateFunction | undefined>()
const mostChecks = 200

function checkFor(key: string, schema: object, assertsFormats: boolean, mostMs?: number): ValidateFunction | undefined {
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

/** Creates a compiler for one schema. A compiler caches schemas, and its state after an interruption is unknown. */
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
    // Inlining would copy references that multiply.
    inlineRefs: false,
    logger: false,
  })
  const { default: addFormats } = require('ajv-formats') as typeof formats
  addFormats(ajv)
  return ajv
}

const asking = new Script('ask()')
const asked = createContext({})

/** Returns the result of a function, or `undefined` if it throws or times out. Only `vm` can interrupt a function. */
function inTime<T>(ask: () => T, mostMs?: number): T | undefined {
  Object.assign(asked, { ask })
  try {
    return mostMs === undefined ? ask() : (asking.runInContext(asked, { timeout: mostMs }) as T)
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

/**
 * Returns whether a mismatch is certain. Characters may be UTF-16 units, code points or graphemes (interpretation G6),
 * so a length must be wrong for all three.
 */
function isCertain({ keyword, data, schema }: ErrorObject): boolean {
  if (typeof data !== 'string' || typeof schema !== 'number') return true
  if (keyword === 'minLength') return data.length < schema
  return keyword !== 'maxLength' || [...new Intl.Segmenter().segment(data)].length > schema
}

function pointerOf({ keyword, instancePath, params }: ErrorObject): string {
  const member = keyword === 'required' ? params['missingProperty'] : params['additionalProperty']
  return typeof member === 'string' ? below(instancePath, member) : instancePath
}
