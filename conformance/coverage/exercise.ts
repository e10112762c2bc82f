import type { Violation } from '../../schemas/index.ts'
import { isObject } from '../../schemas/json.ts'
import { isOfType } from '../plan/schema/json.ts'
import { documentLanguage } from '../plan/schema/language.ts'
import { fits } from '../plan/schema/walk.ts'
import type { Chart, Charted, Spot } from './chart.ts'

/** The constraints of a chart that values have satisfied, and those that values have violated. */
export interface Exercise {
  /** Records the constraints that a valid value satisfies. Fast if all of them are recorded already. */
  meet(value: unknown): void
  break(violations: readonly Violation[]): void
  isMet(constraint: Charted): boolean
  isBroken(constraint: Charted): boolean
}

export function startExercise({ root, spots, constraints }: Chart): Exercise {
  const met = new Uint8Array(constraints.length)
  const broken = new Uint8Array(constraints.length)
  const byName = new Map(constraints.map(({ place, keyword, index }) => [`${place} ${keyword}`, index]))
  const all = outlooks(spots)
  let promising = stillPromising(all, met)
  return {
    meet: (value) => {
      if (promising[root.index] === 0) return
      const before = count(met)
      visit(root, value, { met, promising })
      if (count(met) > before) promising = stillPromising(all, met)
    },
    break: (violations) => {
      for (const { place, keyword } of violations) {
        const index = byName.get(`${place} ${keyword}`)
        if (index !== undefined) broken[index] = 1
      }
    },
    isMet: ({ index }) => met[index] === 1,
    isBroken: ({ index }) => broken[index] === 1,
  }
}

interface Walk {
  readonly met: Uint8Array
  /** By spot: whether anything from there on has not been satisfied yet. */
  readonly promising: Uint8Array
}

function visit(spot: Spot, value: unknown, walk: Walk): void {
  if (walk.promising[spot.index] === 0) return
  for (const constraint of spot.constraints) {
    if (constraint.about === undefined || isOfType(value, constraint.about)) walk.met[constraint.index] = 1
  }
  for (const other of spot.beside) visit(other, value, walk)
  if (spot.condition !== undefined) visitConsequence(spot.condition, value, walk)
  if (Array.isArray(value)) {
    if (spot.items !== undefined) for (const item of value) visit(spot.items, item, walk)
  } else if (isObject(value)) visitMembers(spot, value, walk)
}

/** Visits the consequence that applies. A valid value avoids what the other consequence forbids. */
function visitConsequence(condition: NonNullable<Spot['condition']>, value: unknown, walk: Walk): void {
  const { when, follows, otherwise } = condition
  const [speaking, silent] = fits(documentLanguage, when, value) ? [follows, otherwise] : [otherwise, follows]
  if (speaking.spot !== undefined) visit(speaking.spot, value, walk)
  for (const { index } of silent.forbidding) walk.met[index] = 1
}

function visitMembers(spot: Spot, value: Readonly<Record<string, unknown>>, walk: Walk): void {
  const branch = spot.branches?.byValue.get(value[spot.branches.tag])
  if (branch !== undefined) visit(branch, value, walk)
  if (spot.members.size === 0 && spot.others === undefined) return
  for (const name of Object.keys(value)) {
    const member = spot.members.get(name) ?? spot.others
    if (member !== undefined) visit(member, value[name], walk)
  }
}

/**
 * The facts about a spot that decide whether to visit it. Only numbers, for speed: they are computed often at first.
 */
interface Outlook {
  readonly index: number
  readonly own: readonly number[]
  readonly next: readonly number[]
}

/** Puts later spots first, since a spot mostly leads to later ones. */
function outlooks(spots: readonly Spot[]): readonly Outlook[] {
  return [...spots].reverse().map((spot) => {
    const { follows, otherwise } = spot.condition ?? {}
    const own = [...spot.constraints, ...(follows?.forbidding ?? []), ...(otherwise?.forbidding ?? [])]
    const beyond = [follows?.spot, otherwise?.spot, spot.others, spot.items, ...spot.beside, ...spot.members.values()]
    const next = [...beyond, ...(spot.branches?.byValue.values() ?? [])].filter((one) => one !== undefined)
    return { index: spot.index, own: own.map(({ index }) => index), next: next.map(({ index }) => index) }
  })
}

/** Returns the spots that lead to something that has not been satisfied yet. */
function stillPromising(all: readonly Outlook[], met: Uint8Array): Uint8Array {
  const promising = new Uint8Array(all.length)
  for (let changed = true; changed; ) {
    changed = false
    for (const { index, own, next } of all) {
      if (promising[index] === 1) continue
      if (!own.some((at) => met[at] === 0) && !next.some((at) => promising[at] === 1)) continue
      promising[index] = 1
      changed = true
    }
  }
  return promising
}

function count(flags: Uint8Array): number {
  return flags.reduce((sum, flag) => sum + flag, 0)
}
