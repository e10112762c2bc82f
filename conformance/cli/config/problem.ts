import { visibleLine } from '../../../reports/visible.ts'
import { resolveNode, rootNode, validate } from '../../../schemas/index.ts'
import { get, isWithin, stepsOf } from '../../explore/schema/pointer.ts'
import type { Violation } from '../../model/validation.ts'
import { suggestion } from '../nearest.ts'
import { UsageError } from '../usage-error.ts'
import type { SourceDocument } from './document.ts'

/** What a file has to keep, and how it is spoken about. */
export interface Rules {
  /** The name of the schema. */
  readonly schema: string
  /** Pointers to what must not be repeated on a screen. */
  readonly secrets?: readonly string[]
}

/** Refuses a value that breaks its schema: one line with the place, the value as it was written, and what is meant. */
export function assertKeeps(rules: Rules, value: unknown, document: SourceDocument): void {
  const { violations } = validate(rules.schema, value)
  const inOrder = [...violations].sort(
    (one, other) => document.offsetOf(one.pointer) - document.offsetOf(other.pointer),
  )
  const [first] = inOrder
  if (first === undefined) return
  const more = inOrder.length > 1 ? ` (and ${inOrder.length - 1} more)` : ''
  throw new UsageError(visibleLine(`${document.at(first.pointer)}: ${inWords(first, rules, document)}${more}`))
}

function inWords(violation: Violation, rules: Rules, document: SourceDocument): string {
  const { pointer, keyword, expected, message } = violation
  const steps = stepsOf(pointer)
  const parent = steps.slice(0, -1)
  const last = steps.at(-1) ?? ''
  const written = get(document.value, pointer)
  const subject = rules.secrets?.some((secret) => isWithin(pointer, secret))
    ? `the value of ${pathOf(steps)} cannot be used`
    : `${pathOf(steps)} is ${shown(written)}`
  switch (keyword) {
    case 'additionalProperties':
      return `there is no key "${last}"${within(parent)}${amongKeys(last, keysAt(rules.schema, parent))}`
    case 'required':
      return `"${last}" is missing${within(parent)}`
    case 'dependentRequired':
      return `${pathOf(steps)} stands alone; ${pathOf([...parent, last === 'cert' ? 'key' : 'cert'])} belongs to it`
    case 'propertyNames':
      return `"${last}"${within(parent)} is no name that a header can have`
    case 'type':
      return `${subject}: give ${[expected].flat().map(typeInWords).join(' or ')}`
    case 'enum':
      return `${subject}: it is one of ${[expected].flat().join(', ')}${suggestion(String(written), [expected].flat().map(String))}`
    default:
      return `${subject}: it ${ruleInWords(keyword, message)}`
  }
}

function ruleInWords(keyword: string, message: string): string {
  if (keyword === 'pattern') return 'holds a character that cannot be sent there'
  if (keyword === 'format') return 'is no date like 2030-01-31'
  return message.replace(/^.*?must/, 'must')
}

/** A path as people write it: `tls.verify`, `areas[0]`; the file itself has none. */
function pathOf(steps: readonly string[]): string {
  const path = steps.map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`)).join('')
  return path.replace(/^\./, '') || 'the file'
}

function within(steps: readonly string[]): string {
  return steps.length === 0 ? '' : ` in ${pathOf(steps)}`
}

const longestShown = 80

function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object' && value !== null) return 'a map of keys'
  if (value === null) return 'empty'
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text
}

const typeWords: Readonly<Record<string, string>> = {
  string: 'a text (in quotes where it looks like something else)',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a map of keys',
}

function typeInWords(type: unknown): string {
  return typeWords[String(type)] ?? String(type)
}

/** Few keys are listed where none of them is near. */
const fewKeys = 8

function amongKeys(word: string, keys: readonly string[]): string {
  const near = suggestion(word, keys)
  if (near !== '' || keys.length === 0) return near
  return keys.length <= fewKeys ? `; there are ${keys.join(', ')}` : ''
}

/** The keys that a schema knows at a place. */
function keysAt(schema: string, steps: readonly string[]): readonly string[] {
  let node = rootNode(schema)
  for (const step of steps) {
    const { properties, items } = node.schema as { properties?: Record<string, object>; items?: object }
    const next = properties?.[step] ?? items
    if (next === undefined) return []
    node = resolveNode({ schema: next as typeof node.schema, base: node.base })
  }
  return Object.keys((node.schema['properties'] as object | undefined) ?? {})
}
