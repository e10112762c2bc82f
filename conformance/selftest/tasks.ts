import { faults } from '../../reference-server/index.ts'
import { variants } from '../../reference-server/variants/index.ts'
import { catalogueOf } from '../catalogue.ts'
import { type Area, areas as allAreas, type Profile } from '../model/vocabulary.ts'
import type { Task } from './task.ts'

/** What a selftest is to test. */
export interface Wanted {
  readonly areas: readonly Area[]
  /** Which faults, by id. */
  readonly fault: (id: string) => boolean
  /** Which variants, by id. */
  readonly variant: (id: string) => boolean
  readonly seeds: readonly number[]
  readonly profile: Profile
  /** Faults show in one of so many requests they can break; absent: always. */
  readonly every?: number
  /** Every `count`th task from the `index`th on, counted from 1. */
  readonly shard?: { readonly index: number; readonly count: number }
}

/** What there is to do, seed by seed and area by area, so that a plan serves the tasks that follow each other. */
export function tasksFor(wanted: Wanted): readonly Task[] {
  const { seeds, shard } = wanted
  const all = seeds.flatMap((seed) => [...faultTasks(wanted, seed), ...variantTasks(wanted, seed)])
  return shard === undefined ? all : all.filter((_, at) => at % shard.count === shard.index - 1)
}

function faultTasks({ areas, fault, profile, every }: Wanted, seed: number): readonly Task[] {
  const rest = { profile, seed, ...(every === undefined ? {} : { every }) }
  const owners = areas.map((area) => [area, ownOf(area)] as const)
  return [...faults.values()]
    .filter(({ id, forgivenNowAndThen }) => fault(id) && (every === undefined || forgivenNowAndThen === undefined))
    .map(({ id, breaks }): Task => ({ kind: 'fault', id, areas: areasOf(breaks, owners), ...rest }))
    .filter((task) => task.areas.length > 0)
    .sort((one, other) => rankOf(one) - rankOf(other))
}

/** The areas in which something breaks. */
function areasOf(
  breaks: readonly string[],
  owners: readonly (readonly [Area, ReadonlySet<string>])[],
): readonly Area[] {
  return owners.filter(([, own]) => breaks.some((id) => own.has(id))).map(([area]) => area)
}

function ownOf(area: Area): ReadonlySet<string> {
  return new Set(catalogueOf([area]).requirements.map(({ id }) => id))
}

function rankOf({ areas: [first] }: Task): number {
  return allAreas.indexOf(first ?? 'images')
}

function variantTasks({ areas, variant, profile }: Wanted, seed: number): readonly Task[] {
  return variants
    .filter(({ id }) => variant(id))
    .map(({ id, ...odd }): Task => ({ kind: 'variant', id, areas: odd.areas.filter(isIn(areas)), profile, seed }))
    .filter((task) => task.areas.length > 0)
}

function isIn(areas: readonly Area[]): (area: Area) => boolean {
  return (area) => areas.includes(area)
}
