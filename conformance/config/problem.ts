import { formats } from '../../reports/formats.ts'
import { visibleLine } from '../../reports/visible.ts'
import { resolveNode, rootNode, type Violation, validate } from '../../schemas/index.ts'
import { get, isWithin, stepsOf } from '../../schemas/json-pointer.ts'
import { suggestion } from '../model/nearest.ts'
import { longestLabel } from '../model/tested-target.ts'
import { rejectAll } from '../model/usage-error.ts'
import type { SourceDocument } from './document.ts'

/** One thing that is wrong with a file, with what to do about it. */
export interface Problem {
  /** Where, as a JSON pointer. */
  readonly pointer: string
  readonly text: string
}

/** Rejects a file with a line for each problem: the place, the value as it was written, and what is meant. */
export function reject(problems: readonly Problem[], { at }: Pick<SourceDocument, 'at'>): void {
  rejectAll(problems.map(({ pointer, text }) => visibleLine(`${at(pointer)}: ${text}`)))
}

/** What of a value breaks its schema. */
export function brokenRules(rules: Rules, value: unknown, document: SourceDocument): readonly Problem[] {
  const { violations } = validate(rules.schema, value)
  return violations.map((violation) => ({
    pointer: violation.pointer,
    text: violationInWords(violation, rules, document.value),
  }))
}

/** The problems as they follow each other in the file. */
export function inOrder(problems: readonly Problem[], { offsetOf }: SourceDocument): readonly Problem[] {
  return [...problems].sort((one, other) => offsetOf(one.pointer) - offsetOf(other.pointer))
}

/** What a file has to keep, and how it is spoken about. */
export interface Rules {
  /** The name of the schema. */
  readonly schema: string
  /** Pointers to what must not be repeated on a screen. */
  readonly secrets?: readonly string[]
}

/** A rule that a value can break, with all that a sentence about it needs. */
interface Broken {
  readonly pointer: string
  readonly steps: readonly string[]
  readonly written: unknown
  /** What the schema says after the keyword. */
  readonly limit: unknown
  readonly rules: Rules
}

/** Every keyword of the schemas of files that people write. */
const sentences: Readonly<Record<string, (broken: Broken) => string>> = {
  additionalProperties: ({ steps, rules }) =>
    steps[0] === 'requests' && steps.length === 3
      ? `${pathOf(steps)}: only body is possible there; give headers under extraHeaders:`
      : `there is no key "${lastOf(steps)}"${within(steps)}${amongKeys(lastOf(steps), keysAt(rules.schema, steps.slice(0, -1)))}`,
  required: ({ steps }) => `"${lastOf(steps)}" is missing${within(steps)}; add it`,
  dependentRequired: ({ steps }) =>
    `${pathOf(steps)} stands alone; ${pathOf([...steps.slice(0, -1), lastOf(steps) === 'cert' ? 'key' : 'cert'])} belongs to it`,
  propertyNames: ({ steps }) =>
    `"${lastOf(steps)}"${within(steps)} is no name that a header can have; use letters, digits and hyphens`,
  type: (broken) =>
    broken.pointer === '/seed'
      ? patternInWords(broken)
      : `${subjectOf(broken)}: give ${[broken.limit].flat().map(typeInWords).join(' or ')}`,
  enum: (broken) =>
    `${subjectOf(broken)}: it is one of ${words(broken.limit).join(', ')}${suggestion(String(broken.written), words(broken.limit))}`,
  minimum: (broken) => `${subjectOf(broken)}: give ${String(broken.limit)} or more`,
  maximum: (broken) => `${subjectOf(broken)}: give ${String(broken.limit)} or less`,
  minLength: (broken) => `${subjectOf(broken)}: write something there, or leave the key out`,
  minItems: (broken) => `${subjectOf(broken)}: give ${String(broken.limit)} or more items, or leave the key out`,
  uniqueItems: (broken) => `${subjectOf(broken)}, and ${twiceIn(broken.written)} stands in it twice; leave one of them`,
  pattern: (broken) => patternInWords(broken),
  format: (broken) => `${subjectOf(broken)}: it is no day of the calendar; write one like 2030-01-31`,
}

/** What a text is to be like, by the member that it stands in. */
function patternInWords(broken: Broken): string {
  const { steps, written } = broken
  switch (steps[0]) {
    case 'label':
    case 'targetVersion':
      return `${lastOf(steps)}: give one line of 1 to ${longestLabel} characters`
    case 'seed':
      return `${subjectOf(broken)}: give a whole number, or random`
    case 'reporters': {
      const name = String(written).split('=')[0]!
      return `${subjectOf(broken)}: it is one of ${formats.join(', ')}, or such a name with =PATH${suggestion(name, formats)}`
    }
    default:
      return `${subjectOf(broken)}: it holds a character that cannot be sent there; use letters, digits and hyphens`
  }
}

/** The keywords that there is a sentence for. */
export const spokenKeywords: ReadonlySet<string> = new Set(Object.keys(sentences))

/** What is wrong, naming the value as it was written, and what to do. `document` is the file before variables were put in. */
function violationInWords({ pointer, keyword, expected }: Violation, rules: Rules, document: unknown): string {
  const written = get(document, pointer)
  const broken = { pointer, steps: stepsOf(pointer), written, limit: limitOf(keyword, expected), rules }
  return sentences[keyword]?.(broken) ?? `${subjectOf(broken)}: it cannot be used; see the published schema`
}

/** The validator tells limits as the keyword and what follows it. */
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

/** A path as people write it: `tls.verify`, `areas[0]`; the file itself has none. */
function pathOf(steps: readonly string[]): string {
  const path = steps.map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`)).join('')
  return path.replace(/^\./, '') || 'the file'
}

/** Where a member stands or is missing, unless that is the file itself. */
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

/** The first item of a list that has stood in it before. */
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

/** Few keys are listed where none of them is near. */
const fewKeys = 8

function amongKeys(word: string, keys: readonly string[]): string {
  const near = suggestion(word, keys)
  if (near !== '' || keys.length === 0) return near
  return keys.length <= fewKeys ? `; there are ${keys.join(', ')}` : '; take it out, or see mgi init for what there is'
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
