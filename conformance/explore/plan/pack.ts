import type { RequestValue, Template } from '../../model/operation.ts'
import { get, parentOf } from '../schema/pointer.ts'
import { type Changes, changesBetween, together, withChanges } from '../values/changes.ts'
import type { Addition } from './coverage.ts'
import { type Proved, prove, type Subject } from './subject.ts'

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
  const { template, value, own, proved } = addition
  return { template, additions: [addition], owned: own, value, proved }
}

/** The pack with one addition more: by its own change alone where its ground is there, else with all it builds on. */
function joined(subject: Subject, pack: Filling, addition: Addition): Filling | undefined {
  if (pack.template !== addition.template) return undefined
  const owned = together(pack.owned, addition.own)
  if (owned === undefined) return undefined
  for (const value of valuesWith(pack, addition)) {
    const proved = prove(subject, value)
    if (proved === undefined || !keeps(proved, [...pack.additions, addition])) continue
    return { ...pack, additions: [...pack.additions, addition], owned, value, proved }
  }
  return undefined
}

function* valuesWith({ value, template }: Filling, { own, value: whole }: Addition): Generator<RequestValue> {
  if ([...own.keys()].every((pointer) => get(value, parentOf(pointer)) !== undefined)) yield withChanges(value, own)
  const changes = together(changesBetween(template.value, value), changesBetween(template.value, whole))
  if (changes !== undefined) yield withChanges(template.value, changes)
}

function keeps({ uses }: Proved, additions: readonly Addition[]): boolean {
  return additions.every(({ news }) => news.every((use) => uses.includes(use)))
}

/** Halves, and halves of halves, until one addition stands alone (readings.md G2). */
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
