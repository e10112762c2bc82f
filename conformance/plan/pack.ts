import { below, get, isWithin, parentOf, set } from '../../schemas/json-pointer.ts'
import type { RequestValue, Template } from '../model/operation.ts'
import type { Addition } from './coverage.ts'
import { isObject } from './schema/json.ts'
import { needsOf, type Proved, prove, type Subject } from './subject.ts'
import { type Changes, changesBetween, together, withChanges } from './values/changes.ts'

/** Several additions to one template in one request. */
export interface Pack {
  readonly template: Template
  readonly additions: readonly Addition[]
  readonly proved: Proved
  /** The two halves, where the pack holds more than one addition: smaller packs, or the additions one by one. */
  readonly parts: readonly Pack[]
}

/** A pack that is still open for more. */
interface Filling {
  readonly template: Template
  readonly additions: readonly Addition[]
  /** What its additions change themselves, and so may not be changed again. */
  readonly owned: Changes
  readonly value: RequestValue
  readonly proved: Proved
}

/**
 * Packs additions into few requests: each goes into the first pack of its template where it clashes with nothing
 * and the whole is still certainly valid.
 */
export function packed(subject: Subject, additions: readonly Addition[]): readonly Pack[] {
  const packs: Filling[] = []
  for (const addition of additions) {
    if (!putInto(subject, packs, addition)) packs.push(alone(addition))
  }
  return packs.map((pack) => divided(subject, pack))
}

function putInto(subject: Subject, packs: Filling[], addition: Addition): boolean {
  for (const [index, pack] of packs.entries()) {
    const fuller = joined(subject, pack, addition)
    if (fuller === undefined) continue
    packs[index] = fuller
    return true
  }
  return false
}

function alone(addition: Addition): Filling {
  const { template, value, proved } = addition
  return { template, additions: [addition], owned: ownedBy(addition, addition.own), value, proved }
}

/** What nothing else may change: of a list that is there to show that it may be there, its items are free. */
function ownedBy({ shows }: Addition, own: Changes): Changes {
  if (!/ member [^/]+$/.test(shows)) return own
  return new Map([...own].map(([pointer, leaf]) => [pointer, Array.isArray(leaf) ? {} : leaf]))
}

/** The most additions of one pack: what is built on a request that is rejected cannot be judged, so none is of everything. */
const mostAdditions = 14

/** The pack with one addition more: by its own change alone where its ground is there, else with all it builds on. */
function joined(subject: Subject, pack: Filling, addition: Addition): Filling | undefined {
  if (needed(subject, pack.proved) !== needed(subject, addition.proved)) return undefined
  if (pack.additions.length === mostAdditions) return undefined
  const additions = [...pack.additions, addition]
  for (const { value, own } of waysToJoin(pack, addition)) {
    const proved = prove(subject, value)
    if (proved === undefined || !keeps(proved, additions)) continue
    if (needed(subject, proved) !== needed(subject, addition.proved)) continue
    return { ...pack, additions, owned: new Map([...pack.owned, ...ownedBy(addition, own)]), value, proved }
  }
  return undefined
}

/** What needs an ability is never mixed with what does not: where the ability is absent, the rest is still sent. */
function needed(subject: Subject, { uses }: Proved): string {
  return needsOf(subject, uses).join()
}

/** A pack's value with one addition more, and what the addition changes in it. */
interface Joined {
  readonly value: RequestValue
  readonly own: Changes
}

function* waysToJoin(pack: Filling, addition: Addition): Generator<Joined> {
  yield* changed(pack, addition)
  yield* moved(pack, addition)
  yield* appended(pack, addition)
}

/** The addition at its own place, where nothing else stands there. */
function* changed({ value, template, owned }: Filling, addition: Addition): Generator<Joined> {
  const { own, value: whole } = addition
  if (together(owned, own) === undefined) return
  if (template === addition.template && [...own.keys()].every((pointer) => get(value, parentOf(pointer)) !== undefined))
    yield { value: withChanges(value, own), own }
  const changes = together(changesBetween(template.value, value), changesBetween(template.value, whole))
  if (changes !== undefined) yield { value: withChanges(template.value, changes), own }
}

/** The addition in another item of its list: what one item shows need not be shown by the first. */
function* moved({ value, owned }: Filling, { own }: Addition): Generator<Joined> {
  for (const { list, index } of itemsAround([...own.keys()])) {
    const present = get(value, list)
    if (!Array.isArray(present)) continue
    for (const [at] of present.entries()) {
      const there = at === index ? own : inItem(own, list, index, at)
      if (at !== index && together(owned, there) !== undefined) yield { value: withChanges(value, there), own: there }
    }
  }
}

/** The item of a list that the addition changes, as an item more: what takes one value takes another beside it. */
function* appended({ value, additions }: Filling, { own, value: whole }: Addition): Generator<Joined> {
  for (const { list, index } of itemsAround([...own.keys()])) {
    const [present, wanted] = [get(value, list), get(whole, list)]
    if (!Array.isArray(present) || !Array.isArray(wanted)) continue
    if (additions.some(({ shows }) => countsItems(shows, list))) continue
    const from = isTurn(wanted[index]) ? 1 : index
    const more = isTurn(wanted[index]) ? wanted.slice(from) : [wanted[index]]
    if (index < from || more.some((item) => present.some((other) => isNamesake(item, other)))) continue
    const added = inItem(own, list, index, present.length + index - from)
    yield { value: set(value, list, [...present, ...more]), own: added }
  }
}

function inItem(own: Changes, list: string, from: number, to: number): Changes {
  const item = below(list, from)
  return new Map([...own].map(([pointer, leaf]) => [below(list, to) + pointer.slice(item.length), leaf]))
}

/** The items that hold all of some places, the innermost first. */
function itemsAround([first = '', ...rest]: readonly string[]): readonly { list: string; index: number }[] {
  return [...first.matchAll(/\/(\d+)(?=\/|$)/g)]
    .map(({ index: at, 1: index }) => ({
      item: first.slice(0, at + 1 + String(index).length),
      list: first.slice(0, at),
      index,
    }))
    .filter(({ item }) => rest.every((pointer) => isWithin(pointer, item)))
    .map(({ list, index }) => ({ list, index: Number(index) }))
    .reverse()
}

function countsItems(shows: string, list: string): boolean {
  return shows === `${list} minItems` || shows === `${list} maxItems`
}

/** Turns belong together: a conversation goes on with another one, without the question that opens it. */
function isTurn(item: unknown): boolean {
  return isObject(item) && 'role' in item
}

function isNamesake(one: unknown, other: unknown): boolean {
  return isObject(one) && isObject(other) && one['name'] !== undefined && one['name'] === other['name']
}

function keeps({ uses }: Proved, additions: readonly Addition[]): boolean {
  return additions.every(({ news }) => news.every((use) => uses.includes(use)))
}

/** Halves, and halves of halves, until one addition stands alone (interpretation G2). */
function divided(subject: Subject, { template, additions, proved }: Filling): Pack {
  if (additions.length < 2) return { template, additions, proved, parts: [] }
  const middle = Math.ceil(additions.length / 2)
  const halves = [additions.slice(0, middle), additions.slice(middle)]
  return { template, additions, proved, parts: halves.flatMap((half) => packsOf(subject, half)) }
}

/** Some additions as one pack, or one by one where they only went together with others. */
function packsOf(subject: Subject, [first, ...rest]: readonly Addition[]): readonly Pack[] {
  if (first === undefined) return []
  const whole = rest.reduce<Filling | undefined>((pack, next) => pack && joined(subject, pack, next), alone(first))
  return whole === undefined ? [first, ...rest].map((one) => divided(subject, alone(one))) : [divided(subject, whole)]
}
