import { formats } from '../../../reports/formats.ts'
import { resolveNode, rootNode, type Violation, validate } from '../../../schemas/index.ts'
import { get, isWithin, stepsOf } from '../../../schemas/json-pointer.ts'
import type { SourceDocument } from '../../core/text/document.ts'
import { suggestion } from '../../core/text/nearest.ts'
import { rejectAll } from '../../core/text/usage-error.ts'
import { visibleLine } from '../../core/text/visible.ts'

/** The greatest length of the label or version of a target, in characters. */
export const longestLabel = 200

/** An error in a file, and how to fix it. */
export interface FileProblem {
  /** The place as a JSON pointer. */
  readonly pointer: string
  readonly text: string
}

/** Rejects a file with a line for each problem: its place, the value as written, and how to fix it. */
export function reject(problems: readonly FileProblem[], { at }: Pick<SourceDocument, 'at'>): void {
  rejectAll(problems.map(({ pointer, text }) => visibleLine(`${at(pointer)}: ${text}`)))
}

/** Lists the violations of a schema. */
export function brokenRules(rules: Rules, value: unknown, document: SourceDocument): readonly FileProblem[] {
  const { violations } = validate(rules.schema, value)
  return violations.map((violation) => ({
    pointer: violation.pointer,
    text: violationInWords(violation, rules, document.value),
  }))
}

/** Sorts problems by their places in the file. */
export function inOrder(problems: readonly FileProblem[], { offsetOf }: SourceDocument): readonly FileProblem[] {
  return [...problems].sort((one, other) => offsetOf(one.pointer) - offsetOf(other.pointer))
}

/** The schema of a file, and the words for messages about it. */
export interface Rules {
  readonly schema: string
  /** Pointers to values that messages must not repeat. */
  readonly secrets?: readonly string[]
}

/** A violation and everything that its message needs. */
interface Broken {
  readonly pointer: string
  readonly steps: readonly string[]
  readonly written: unknown
  /** The value of the keyword. */
  readonly limit: unknown
  readonly rules: Rules
}

/** A message for each keyword in the schemas of files that users write. */
const sentences: Readonly<Record<string, (broken: Broken) => string>> = {
  additionalProperties: ({ steps, rules }) =>
    steps[0] === 'requests' && steps.length === 3
      ? `${pathOf(steps)}: only body is possible there; give headers under extraHeaders:`
      : `unknown key "${lastOf(steps)}"${within(steps)}${amongKeys(lastOf(steps), keysAt(rules.schema, steps.slice(0, -1)))}`,
  required: ({ steps }) => `"${lastOf(steps)}" is missing${within(steps)}; add it`,
  dependentRequired: ({ steps }) =>
    `${pathOf(steps)} also needs ${pathOf([...steps.slice(0, -1), lastOf(steps) === 'cert' ? 'key' : 'cert'])}; set both, or neither`,
  propertyNames: ({ steps }) =>
    `"${lastOf(steps)}"${within(steps)} is not a valid header name; use letters, digits and hyphens`,
  type: (broken) =>
    broken.pointer === '/seed'
      ? patternInWords(broken)
      : `${subjectOf(broken)}: give ${[broken.limit].flat().map(typeInWords).join(' or ')}`,
  enum: (broken) =>
    `${subjectOf(broken)}: expected one of ${words(broken.limit).join(', ')}${suggestion(String(broken.written), words(broken.limit))}`,
  minimum: (broken) => `${subjectOf(broken)}: give ${String(broken.limit)} or more`,
  maximum: (broken) => `${subjectOf(broken)}: give ${String(broken.limit)} or less`,
  minLength: (broken) => `${subjectOf(broken)}: give a value, or leave the key out`,
  minItems: (broken) => `${subjectOf(broken)}: give ${String(broken.limit)} or more items, or leave the key out`,
  uniqueItems: (broken) => `${subjectOf(broken)}, and ${twiceIn(broken.written)} is in it twice; remove one`,
  pattern: (broken) => patternInWords(broken),
  format: (broken) => `${subjectOf(broken)}: it is not a date of the calendar; write one like 2030-01-31`,
}

function patternInWords(broken: Broken): string {
  const { steps, written } = broken
  switch (steps[0]) {
    case 'label':
    case 'targetVersion':
      return `${lastOf(steps)}: give one line of 1 to ${longestLabel} characters`
    case 'seed':
      return `${subjectOf(broken)}: give a whole number, or random`
    case 'maxTime':
    case 'timeout':
      return `${subjectOf(broken)}: give seconds, or a time such as 90s, 10m or 2h; at most ${mostOf(broken)} seconds`
    case 'explore':
      return `${subjectOf(broken)}: give a number of requests, such as 500, or a time, such as 90s, 10m or 2h`
    case 'reporters': {
      const name = String(written).split('=')[0]!
      return `${subjectOf(broken)}: expected one of ${formats.join(', ')}, or such a name with =PATH${suggestion(name, formats)}`
    }
    default:
      return `${subjectOf(broken)}: it contains a character that cannot be sent there; use letters, digits and hyphens`
  }
}

function mostOf({ steps: [member = ''], rules }: Broken): unknown {
  const { properties } = rootNode(rules.schema).schema as { properties?: Record<string, { maximum?: number }> }
  return properties?.[member]?.maximum
}

/** The keywords that have a message. */
export const spokenKeywords: ReadonlySet<string> = new Set(Object.keys(sentences))

/**
 * Describes a violation and quotes the value as it was written. `document` is the file before variables were inserted.
 */
function violationInWords({ pointer, keyword, expected }: Violation, rules: Rules, document: unknown): string {
  const written = get(document, pointer)
  const broken = { pointer, steps: stepsOf(pointer), written, limit: limitOf(keyword, expected), rules }
  return sentences[keyword]?.(broken) ?? `${subjectOf(broken)}: it cannot be used; see the published schema`
}

/** Returns the limit of a keyword. The validator reports it together with the keyword. */
function limitOf(keyword: string, expected: unknown): unknown {
  const start = `${keyword} `
  return typeof expected === 'string' && expected.startsWith(start)
    ? JSON.parse(expected.slice(start.length))
    : expected
}

function subjectOf({ pointer, steps, written, rules }: Broken): string {
  const isSecret = rules.secrets?.some((secret) => isWithin(pointer, secret)) === true
  return isSecret ? `the value of ${pathOf(steps)} cannot be used` : `${pathOf(steps)} is ${shown(written)}`
}

function lastOf(steps: readonly string[]): string {
  return steps.at(-1) ?? ''
}

function words(limit: unknown): readonly string[] {
  return [limit].flat().map(String)
}

/** Returns a path as `tls.verify` or `areas[0]`, or "the file" for the file itself. */
function pathOf(steps: readonly string[]): string {
  const path = steps.map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`)).join('')
  return path.replace(/^\./, '') || 'the file'
}

/** Names the object of a member, unless it is the file itself. */
function within(steps: readonly string[]): string {
  return steps.length < 2 ? '' : ` in ${pathOf(steps.slice(0, -1))}`
}

const longestShown = 80

function shown(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : `a list of ${value.length}`
  if (typeof value === 'object' && value !== null) return 'a map of keys'
  if (value === null) return 'empty'
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text
}

/** Returns the first duplicate item of a list. */
function twiceIn(list: unknown): string {
  const items = (Array.isArray(list) ? list : []).map((item) => shown(item))
  return items.find((item, index) => items.indexOf(item) < index) ?? 'an item'
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

/** The maximum number of keys that are listed if none is similar. */
const fewKeys = 8

function amongKeys(word: string, keys: readonly string[]): string {
  const near = suggestion(word, keys)
  if (near !== '' || keys.length === 0) return near
  return keys.length <= fewKeys ? `; there are ${keys.join(', ')}` : '; remove it, or see mgi init for the valid keys'
}

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
