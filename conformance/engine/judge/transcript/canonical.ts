import { hash } from 'node:crypto'
import { stepsOf } from '../../../../schemas/json-pointer.ts'

/** A JSON value as text. Equal values have equal texts, whatever the order of their members. */
export interface Canonical {
  /** The text, in which long parts are replaced by their SHA-256. */
  readonly text: string
  /** The members of an object or array by name; absent for scalars, and for files, which are compared as a whole. */
  readonly members?: ReadonlyMap<string, Canonical>
  readonly isList?: boolean
}

/** The longest text that is not replaced by its hash. */
const longest = 512
/** The greatest depth at which members are compared one by one. */
const deepest = 40

/** The parts of requests by depth and text. Equal parts at the same depth are one object, since requests share most. */
export type SharedParts = Map<string, Canonical>[]

export function canonical(value: unknown, shared: SharedParts = [], depth = 0): Canonical {
  if (typeof value !== 'object' || value === null || depth > deepest || isFile(value))
    return sharedPart({ text: scalar(value) }, shared, depth)
  const names = Object.keys(value).sort()
  const members = new Map(
    names.map((name) => {
      const member = (value as Readonly<Record<string, unknown>>)[name]
      return [name, canonical(member, shared, depth + 1)] as const
    }),
  )
  return sharedPart(container(members, Array.isArray(value)), shared, depth)
}

/** Texts alone do not suffice as keys, since a value below the greatest depth is a scalar whatever it is. */
function sharedPart(part: Canonical, shared: SharedParts, depth: number): Canonical {
  shared[depth] ??= new Map()
  const known = shared[depth].get(part.text)
  if (known === undefined) shared[depth].set(part.text, part)
  return known ?? part
}

/** Returns a value without the places of some JSON pointers, as far as they exist. */
export function without(whole: Canonical, pointers: readonly string[]): Canonical {
  return withoutPaths(whole, pathsOf(pointers))
}

/** Returns a function that tells whether a value equals `rest` once the places of some JSON pointers are removed. */
export function sameWithout(pointers: readonly string[], rest: Canonical): (whole: Canonical) => boolean {
  const paths = pathsOf(pointers)
  return (whole) => isSameWithoutPaths(whole, paths, rest)
}

/**
 * Returns whether `part` is `whole` with some members or items left out. Scalars must be equal, or be in `usual`: these
 * may replace the parts that were left out.
 */
export function isPartOf(part: Canonical, whole: Canonical, usual: ReadonlySet<string>): boolean {
  if (part.members === undefined) return part.text === whole.text || usual.has(part.text)
  if (whole.members === undefined || part.isList !== whole.isList) return false
  if (part.isList !== true)
    return [...part.members].every(([name, member]) => {
      const other = whole.members?.get(name)
      return other !== undefined && isPartOf(member, other, usual)
    })
  const others = [...whole.members.values()]
  let next = 0
  return [...part.members.values()].every((item) => {
    const at = others.findIndex((other, index) => index >= next && isPartOf(item, other, usual))
    next = at + 1
    return at >= 0
  })
}

/** Returns the places of all members of a value, as JSON pointers in which `*` stands for the index of an item. */
export function placesOf({ members, isList }: Canonical, place = ''): readonly string[] {
  return [...(members ?? [])].flatMap(([name, member]) => {
    const own = `${place}/${isList === true ? '*' : name}`
    return [own, ...placesOf(member, own)]
  })
}

/** Returns the scalars of a value, as texts. */
export function scalarsOf(whole: Canonical): readonly string[] {
  return whole.members === undefined ? [whole.text] : [...whole.members.values()].flatMap(scalarsOf)
}

function pathsOf(pointers: readonly string[]): readonly Path[] {
  return pointers.map(stepsOf).filter((path) => path.length > 0)
}

type Path = readonly string[]

/**
 * Removes paths. The items of an array keep their numbers when an earlier one is removed. A path that leads into a
 * scalar removes the scalar.
 */
function withoutPaths(whole: Canonical, paths: readonly Path[]): Canonical {
  if (whole.members === undefined || paths.length === 0) return whole
  const left = new Map(whole.members)
  let isWhole = true
  for (const name of new Set(paths.map(([step = '']) => step))) {
    const member = left.get(name)
    if (member === undefined) continue
    const rest = restOf(member, below(paths, name))
    if (rest === undefined) left.delete(name)
    else left.set(name, rest)
    isWhole &&= rest === member
  }
  return isWhole ? whole : container(left, whole.isList === true)
}

/** Returns the rest of a member without some paths; `undefined` if they take it out. */
function restOf(member: Canonical, paths: readonly Path[]): Canonical | undefined {
  return isTaken(member, paths) ? undefined : withoutPaths(member, paths)
}

/** Compares without building the remainder: nearly all requests differ in the first member or two. */
function isSameWithoutPaths(whole: Canonical, paths: readonly Path[], rest: Canonical): boolean {
  if (whole.members === undefined || paths.length === 0) return whole.text === rest.text
  if (rest.members === undefined || rest.isList !== whole.isList) return false
  let left = 0
  for (const [name, member] of whole.members) {
    const own = below(paths, name)
    if (isTaken(member, own)) continue
    const other = rest.members.get(name)
    if (other === undefined || !isSameWithoutPaths(member, own, other)) return false
    left += 1
  }
  return left === rest.members.size
}

/** Returns the rests of the paths that go through a member. */
function below(paths: readonly Path[], name: string): readonly Path[] {
  return paths.filter(([step]) => step === name).map((path) => path.slice(1))
}

function isTaken({ members }: Canonical, paths: readonly Path[]): boolean {
  return paths.length > 0 && (members === undefined || paths.some((path) => path.length === 0))
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

/** Shortens a long text to a hash. Its prefix is no valid JSON, so it cannot equal another value. */
function shortened(text: string): string {
  return text.length <= longest ? text : `sha256-${hash('sha256', text, 'base64')}`
}
