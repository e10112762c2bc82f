import { hash } from 'node:crypto'
import { combine, emptyList, emptyObject, type Lanes, leave, mixText, sumOf } from './lanes.ts'

/** A value reduced to a digest: equal values have equal ones, and parts can be left out without keeping the value. */
export interface Fingerprint extends Lanes {
  /** The members of an object or array; absent for scalars and for files, which are judged as a whole. */
  readonly members?: Members
}

/** Names and what stands under each, in one order. Small ones are quicker to search than to index. */
interface Members {
  readonly names: readonly string[]
  readonly parts: readonly Fingerprint[]
}

/** Reduces a JSON value. Key order does not matter. Bounded in depth: what lies deeper counts as text. */
export function fingerprint(value: unknown, depth = 0): Fingerprint {
  if (typeof value !== 'object' || value === null || depth > 40 || isFile(value)) return scalar(value)
  const names = Object.keys(value)
  const parts = names.map((name) => fingerprint((value as Readonly<Record<string, unknown>>)[name], depth + 1))
  const { high, low } = sumOf(Array.isArray(value) ? emptyList : emptyObject, names, parts)
  return { high, low, members: { names, parts } }
}

/** The digest of a whole value: a whole number that a double holds exactly. */
export function digestOf(whole: Fingerprint): number {
  return asDigest(whole)
}

/** Places in a value, ready to be left out again and again. */
export type Places = readonly (readonly Step[])[]

/** A member's name and what that comes to. */
interface Step {
  readonly name: string
  readonly lanes: Lanes
}

/** JSON pointers as places. */
export function placesAt(pointers: readonly string[]): Places {
  return pointers.map((pointer) => pointer.split('/').slice(1).map(stepTo))
}

/** The digest of a value without some places, wherever they exist. */
export function digestWithout(whole: Fingerprint, places: Places): number {
  return asDigest(without(whole, places))
}

/** How far a region reaches below a whole value: a request's body, and a member of that. */
const regionDepth = 2

/** The one region in which all these places lie, as a JSON pointer; `undefined` where they lie in several, or above. */
export function regionOf([first, ...others]: readonly string[]): string | undefined {
  const region = first?.split('/', regionDepth + 1)
  if (region === undefined || region.length <= regionDepth) return undefined
  const pointer = region.join('/')
  return others.every((other) => other === pointer || other.startsWith(`${pointer}/`)) ? pointer : undefined
}

/** What is left of a sum when the members on a path are taken out of it; the others are not looked at. */
function without(whole: Fingerprint, places: Places): Lanes {
  const [only] = places
  if (only !== undefined && places.length === 1) return withoutOne(whole, only, 0)
  if (whole.members === undefined) return whole
  let left: Lanes = whole
  const first = new Map(places.flatMap(([step]) => (step === undefined ? [] : [[step.name, step.lanes] as const])))
  for (const [name, own] of first) {
    const member = memberOf(whole, name)
    if (member === undefined) continue
    const below = places.filter(([step]) => step?.name === name).map((place) => place.slice(1))
    left = leave(left, own, member)
    if (!endsHere(member, below)) left = combine(left, own, without(member, below))
  }
  return left
}

/** A path that ends at a member, or goes on inside a file or scalar, takes the whole member out. */
function endsHere(member: Fingerprint, below: Places): boolean {
  return member.members === undefined || below.some((path) => path.length === 0)
}

/** The same for the one place that most requests break, without making lists. */
function withoutOne(whole: Fingerprint, place: readonly Step[], from: number): Lanes {
  const step = place[from]
  const member = step && memberOf(whole, step.name)
  if (step === undefined || member === undefined) return whole
  const left = leave(whole, step.lanes, member)
  if (member.members === undefined || from + 1 === place.length) return left
  return combine(left, step.lanes, withoutOne(member, place, from + 1))
}

function memberOf({ members }: Fingerprint, name: string): Fingerprint | undefined {
  return members?.parts[members.names.indexOf(name)]
}

function stepTo(token: string): Step {
  const name = token.includes('~') ? token.replaceAll('~1', '/').replaceAll('~0', '~') : token
  return { name, lanes: mixText(name) }
}

function isFile(value: object): boolean {
  return 'digest' in value && 'format' in value
}

/** The longest text that is mixed character by character; above, the machine's own digest is quicker. */
const longest = 512

/** Kinds of text: a string, and what is written as JSON. */
const asItIs = 1
const asJson = 2

function scalar(value: unknown): Fingerprint {
  if (typeof value === 'string') return mixed(value, asItIs)
  return mixed(textOf(value), asJson)
}

function mixed(text: string, kind: number): Lanes {
  return mixText(text.length <= longest ? text : hash('sha1', text, 'base64'), kind)
}

function textOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'undefined'
  } catch {
    return 'a value too deep to be written'
  }
}

/** 53 of the 64 bits: as many as a double holds, and more than a run of any length needs. */
function asDigest({ high, low }: Lanes): number {
  return (high >>> 0) * 2 ** 21 + (low >>> 11)
}
