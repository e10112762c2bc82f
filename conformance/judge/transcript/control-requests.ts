import { hash } from 'node:crypto'
import { stepsOf } from '../../../schemas/json-pointer.ts'
import { groupBy } from './group-by.ts'
import type { Trace } from './trace.ts'

/** A JSON value as text: equal values have equal texts, whatever the order of their members. */
export interface Canonical {
  /** What would be long stands in it as its SHA-256. */
  readonly text: string
  /** The members of an object or array by name; absent for scalars and for files, which are judged as a whole. */
  readonly members?: ReadonlyMap<string, Canonical>
  readonly isList?: boolean
}

/** The longest text that stands for itself. */
const longest = 512
/** What lies deeper counts as one text. */
const deepest = 40

/** Writes a JSON value in the one way in which equal values are written. */
export function canonical(value: unknown, depth = 0): Canonical {
  if (typeof value !== 'object' || value === null || depth > deepest || isFile(value)) return { text: scalar(value) }
  const names = Object.keys(value).sort()
  const members = new Map(
    names.map((name) => [name, canonical((value as Readonly<Record<string, unknown>>)[name], depth + 1)] as const),
  )
  return container(members, Array.isArray(value))
}

/** The text of a value without what stands at some JSON pointers, wherever they exist. */
export function textWithout(whole: Canonical, pointers: readonly string[]): string {
  const paths = pointers.map(stepsOf).filter((path) => path.length > 0)
  return without(whole, paths).text
}

/** A place in an array keeps its number when one before it is taken out. A path that goes on inside a scalar takes it out. */
function without(whole: Canonical, paths: readonly (readonly string[])[]): Canonical {
  if (whole.members === undefined || paths.length === 0) return whole
  const left = new Map(whole.members)
  let isWhole = true
  for (const name of new Set(paths.map(([step = '']) => step))) {
    const member = left.get(name)
    if (member === undefined) continue
    const below = paths.filter(([step]) => step === name).map((path) => path.slice(1))
    const isTaken = member.members === undefined || below.some((path) => path.length === 0)
    const rest = isTaken ? undefined : without(member, below)
    if (rest === undefined) left.delete(name)
    else left.set(name, rest)
    isWhole &&= rest === member
  }
  return isWhole ? whole : container(left, whole.isList === true)
}

function container(members: ReadonlyMap<string, Canonical>, isList: boolean): Canonical {
  const inner = Array.from(members, ([name, { text }]) => `${JSON.stringify(name)}:${text}`).join(',')
  return { text: shortened(isList ? `[${inner}]` : `{${inner}}`), members, isList }
}

function isFile(value: object): boolean {
  return 'digest' in value && 'format' in value
}

function scalar(value: unknown): string {
  try {
    return shortened(JSON.stringify(value) ?? 'undefined')
  } catch {
    return 'a value too deep to be written'
  }
}

/** Begins like no JSON text, so it is taken for none. */
function shortened(text: string): string {
  return text.length <= longest ? text : `sha256-${hash('sha256', text, 'base64')}`
}

/** The accepted requests of a run, to be asked for control requests. */
export interface ControlRequests {
  /** Whether there is the same request without the places that break the sentence. */
  has(trace: Trace): boolean
}

/** Gathers the accepted requests among traces. */
export function controlRequestsIn(traces: readonly Trace[]): ControlRequests {
  const accepted = groupBy(
    traces.filter(({ control }) => control),
    ({ operation }) => operation,
  )
  const known = new Map<string, ReadonlySet<string>>()
  /** What the accepted requests of an operation come to without some places. */
  const remainders = (operation: Trace['operation'], pointers: readonly string[]): ReadonlySet<string> => {
    const key = JSON.stringify([operation, pointers])
    const found =
      known.get(key) ?? new Set((accepted.get(operation) ?? []).map(({ control }) => textWithout(control!, pointers)))
    known.set(key, found)
    return found
  }
  return {
    has: ({ operation, breach }) =>
      breach !== undefined && remainders(operation, breach.pointers).has(breach.remainder),
  }
}
