import { isUtf8 } from 'node:buffer'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Document, LineCounter, Node } from 'yaml'
import { stepsOf } from '../../../schemas/json-pointer.ts'
import { factsOf } from '../files/file-facts.ts'
import { counted } from './counted.ts'
import { rejectAll, UsageError } from './usage-error.ts'
import { visibleLine } from './visible.ts'

/** A YAML or JSON file as plain data, with the place of each value. */
export interface SourceDocument {
  readonly value: unknown
  /**
   * Returns the place of the value at a JSON pointer as `name:line:column`. If there is no such value, returns the
   * place of the nearest parent.
   */
  at(pointer: string): string
  /** Returns the same place as an offset, for sorting. */
  offsetOf(pointer: string): number
}

const require = createRequire(import.meta.url)

/** Loads the parser with the first file, because most runs read none. It is synchronous so that its callers can be. */
function yaml(): typeof import('yaml') {
  return require('yaml') as typeof import('yaml')
}

/** The maximum size of a file in bytes. */
const longest = 1024 * 1024

/** A file that users write, and the name that they used for it. */
export interface Source {
  /** The absolute path. */
  readonly file: string
  /** The path as the user wrote it. */
  readonly name: string
  /** The option that named the file, for example `--known-failures list.yaml`; by default its name alone. */
  readonly shownName?: string
  /** The way to get the file if there is none. */
  readonly ifMissing?: string
}

/** Reads a file that users write. Throws a `UsageError` with the place of an error. */
export function readDocument({ file, name, shownName = name, ifMissing = 'write it' }: Source): SourceDocument {
  const found = factsOf(file)
  const rejected = (why: string) => new UsageError(visibleLine(`${shownName}: ${why}`))
  if (found === undefined) throw rejected(`there is no such file; ${ifMissing}, or name another one`)
  if (!found.isFile()) throw rejected('it is not a file; name a YAML or JSON file')
  if (found.size > longest)
    throw rejected(`it has ${counted(found.size, 'byte')}, and no more than ${longest} are read; divide it`)
  const bytes = readable(file, rejected)
  if (!isUtf8(bytes)) throw rejected('it is not UTF-8 text; save it as UTF-8')
  return sourceDocument(bytes.toString('utf8'), name)
}

function readable(file: string, rejected: (why: string) => UsageError): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    throw rejected(`it cannot be read (${(error as NodeJS.ErrnoException).code}); name another one`)
  }
}

/** Parses a text. JSON is also parsed as YAML, which includes it. */
function sourceDocument(text: string, name: string): SourceDocument {
  const lines = new (yaml().LineCounter)()
  const place = (offset: number): string => {
    const { line, col } = lines.linePos(offset)
    return `${name}:${Math.max(line, 1)}:${Math.max(col, 1)}`
  }
  const document = parsed(text, name, lines)
  rejectUnreadable(document, place)
  const offsetOf = (pointer: string): number => offsetIn(document, stepsOf(pointer))
  return { value: plainValue(document, name), offsetOf, at: (pointer) => place(offsetOf(pointer)) }
}

function parsed(text: string, name: string, lineCounter: LineCounter): Document {
  try {
    return yaml().parseDocument(text, { lineCounter, prettyErrors: false, logLevel: 'error' })
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(`${name} is nested too deeply to be read`)
    throw error
  }
}

interface Unreadable {
  readonly code: string
  readonly message: string
  readonly pos: readonly [number, number]
}

/**
 * Rejects duplicate keys and syntax errors. Reports all duplicate keys, but only the first other error, because later
 * ones may follow from it.
 */
function rejectUnreadable(document: Document, place: (offset: number) => string): void {
  const problems: readonly Unreadable[] = [...document.errors, ...document.warnings]
  const other = problems.find(({ code }) => code !== 'DUPLICATE_KEY')
  const told = problems.filter((problem) => problem.code === 'DUPLICATE_KEY' || problem === other)
  const inOrder = [...told].sort((one, another) => one.pos[0] - another.pos[0])
  rejectAll(inOrder.map((problem) => visibleLine(`${place(problem.pos[0])}: ${inWords(problem, document, place)}`)))
}

function inWords(problem: Unreadable, document: Document, place: (offset: number) => string): string {
  const twice = problem.code === 'DUPLICATE_KEY' ? duplicateKeyAt(document, problem.pos[0]) : undefined
  if (twice === undefined) return problemInWords(problem)
  return `the key ${JSON.stringify(twice.key.slice(0, 80))} is already at ${place(twice.first)}; remove one of them`
}

const remedies: Readonly<Record<string, string>> = {
  DUPLICATE_KEY: 'this key occurs twice; remove one',
  BLOCK_AS_IMPLICIT_KEY: 'a colon and a space in a text make it a key; put the text in quotes',
  MULTIPLE_DOCS: 'a second document begins here; leave one document in the file',
  TAB_AS_INDENT: 'YAML does not allow tabs for indentation; indent with spaces',
  TAG_RESOLVE_FAILED: 'tags such as !this are not understood here; leave it out',
}

function problemInWords({ code, message }: Unreadable): string {
  const told = message.split('\n')[0] ?? code
  return remedies[code] ?? `this is neither YAML nor JSON: ${told.slice(0, 1).toLowerCase()}${told.slice(1)}`
}

/** Returns the plain value. Errors in aliases (too large, unresolved or cyclic) only appear here. */
function plainValue(document: Document, name: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 })
  } catch (error) {
    const why =
      error instanceof Error && /Unresolved alias/.test(error.message) ? 'has no anchor' : 'expands to too much'
    throw new UsageError(`${name}: an alias (*name) in it ${why}; write the value out`)
  }
}

/** Returns the offset of a member's key, or of an item. */
function offsetIn(document: Document, steps: readonly string[]): number {
  const { isMap, isNode } = yaml()
  let node: unknown = document.contents
  let offset = startOf(node) ?? 0
  for (const step of steps) {
    const resolved = isNode(node) && 'resolve' in node ? (node.resolve as (in_: Document) => unknown)(document) : node
    const pair = isMap(resolved) ? resolved.items.find(({ key }) => keyText(key) === step) : undefined
    const child: unknown =
      pair?.value ?? (resolved as { get?: (at: number, keep: true) => unknown })?.get?.(Number(step), true)
    offset = startOf(pair?.key) ?? startOf(child) ?? offset
    node = child
  }
  return offset
}

function keyText(key: unknown): string {
  return String(yaml().isScalar(key) ? (key as { readonly value: unknown }).value : key)
}

function startOf(node: unknown): number | undefined {
  return yaml().isNode(node) ? (node as Node).range?.[0] : undefined
}

interface DuplicateKey {
  readonly key: string
  /** The offset of its first occurrence. */
  readonly first: number
}

function duplicateKeyAt(document: Document, offset: number): DuplicateKey | undefined {
  const { isMap, visit } = yaml()
  let found: DuplicateKey | undefined
  visit(document, {
    Collection(_, node) {
      if (!isMap(node)) return undefined
      const here = node.items.find((pair) => startOf(pair.key) === offset)
      if (here === undefined) return undefined
      const key = keyText(here.key)
      const first = startOf(node.items.find((pair) => keyText(pair.key) === key)?.key)
      if (first !== undefined && first !== offset) found = { key, first }
      return visit.BREAK
    },
  })
  return found
}
