import { faults, triggerFaults } from '../../../reference-server/index.ts'
import { variants } from '../../../reference-server/variants/index.ts'
import { type Area, areas as allAreas, type Endpoint, type Profile } from '../../core/model/vocabulary.ts'
import { limitableTo } from '../../product/cli/faults/operations-of.ts'
import { catalogue, catalogueOf } from '../../specification/catalogue.ts'
import { roundTasks, type Together } from './together/rounds.ts'
import type { Task } from './trial.ts'
import { faithfulVariants, faultyGateways } from './upstream/gateways.ts'

/** The input of a selftest. */
export interface SelftestInput {
  readonly areas: readonly Area[]
  readonly fault: (id: string) => boolean
  readonly variant: (id: string) => boolean
  readonly seeds: readonly number[]
  readonly profile: Profile
  /** Faults are limited to this operation, or to each of several that they show on. */
  readonly on?: Endpoint | 'each'
  /** The number of faults for each seed that show under drawn triggers, instead of those that always show. */
  readonly triggers?: number
  /** The number of additional drawn requests in each run. */
  readonly explore?: number
  /** Rounds of several faults at once, instead of single faults and variants. */
  readonly together?: Together
  /** True to test gateways with the suite on both sides, instead of the reference server. */
  readonly isUpstream?: boolean
  /** Every `count`th task from the `index`th on, counted from 1. */
  readonly shard?: { readonly index: number; readonly count: number }
}

/** Lists the tasks by seed and area, so that consecutive tasks share a plan. */
export function tasksFor(wanted: SelftestInput): readonly Task[] {
  const { seeds, shard } = wanted
  const all = seeds.flatMap((seed) => tasksOfSeed(wanted, seed))
  return shard === undefined ? all : all.filter((_, at) => at % shard.count === shard.index - 1)
}

function tasksOfSeed(wanted: SelftestInput, seed: number): readonly Task[] {
  const { together, triggers, isUpstream } = wanted
  if (isUpstream === true) return upstreamTasks(wanted, seed)
  if (together !== undefined) return roundTasks(wanted, together, seed)
  if (triggers !== undefined) return triggerTasks(wanted, triggers, seed)
  return [...faultTasks(wanted, seed), ...variantTasks(wanted, seed)]
}

function upstreamTasks({ areas, fault, variant, profile }: SelftestInput, seed: number): readonly Task[] {
  const chosen = [...faultyGateways.filter(({ id }) => fault(id)), ...faithfulVariants.filter(({ id }) => variant(id))]
  return chosen
    .map(({ id, areas: own }): Task => ({ kind: 'upstream', id, areas: own.filter(isIn(areas)), profile, seed }))
    .filter((task) => task.areas.length > 0)
}

function triggerTasks({ areas, fault, profile, explore }: SelftestInput, count: number, seed: number): readonly Task[] {
  const rest = { profile, seed, explore }
  return triggerFaults(seed, count)
    .filter(({ id }) => fault(id))
    .map(({ id, on = [] }): Task => {
      const own = on.flatMap((operation) => areaOf(operation) ?? [])
      return { kind: 'trigger', id, areas: own.filter(isIn(areas)), ...rest }
    })
    .filter((task) => task.areas.length > 0)
    .sort((one, other) => rankOf(one) - rankOf(other))
}

function faultTasks({ areas, fault, profile, on, explore }: SelftestInput, seed: number): readonly Task[] {
  const rest = { profile, seed, explore }
  const owners = areas.map((area) => [area, ownOf(area)] as const)
  return [...faults.values()]
    .filter(({ id }) => fault(id))
    .map(({ id, breaks }): Task => ({ kind: 'fault', id, areas: areasOf(breaks, owners), ...rest }))
    .flatMap((task) => limited(task, on))
    .filter((task) => task.areas.length > 0)
    .sort((one, other) => rankOf(one) - rankOf(other))
}

/** Returns the task with its fault limited to an operation, or one for each. A fault of one operation is unchanged. */
function limited(task: Task, on: SelftestInput['on']): readonly Task[] {
  if (on === undefined) return [task]
  const operations = limitableTo(task.id)
  const chosen = on === 'each' ? (operations.length > 1 ? operations : []) : operations.filter((one) => one === on)
  return chosen.map((operation) => ({
    ...task,
    on: operation,
    areas: task.areas.filter((area) => area === areaOf(operation)),
  }))
}

function areaOf(operation: Endpoint): Area | undefined {
  return catalogue.operations.find(({ id }) => id === operation)?.area
}

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

function variantTasks({ areas, variant, profile, explore }: SelftestInput, seed: number): readonly Task[] {
  const rest = { profile, seed, explore }
  return variants
    .filter(({ id }) => variant(id))
    .map(({ id, ...odd }): Task => ({ kind: 'variant', id, areas: odd.areas.filter(isIn(areas)), ...rest }))
    .filter((task) => task.areas.length > 0)
}

function isIn(areas: readonly Area[]): (area: Area) => boolean {
  return (area) => areas.includes(area)
}
