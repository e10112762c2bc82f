import type { Probe } from '../../core/model/plan.ts'
import type { Endpoint } from '../../core/model/vocabulary.ts'
import type { Draft, Scope } from './draft.ts'

/** One of several runs that divide a plan among themselves; `index` counts from 1. */
export interface Shard {
  readonly index: number
  readonly count: number
}

/** The requests of one shard, and the operations whose replies it judges. */
export interface Share extends Pick<Scope, 'drafts' | 'probes'> {
  readonly homes: ReadonlySet<Endpoint>
}

/**
 * A unit that is never divided: the valid requests of an operation with its probes, or the violations of one control
 * request.
 */
interface Unit {
  readonly operation: Endpoint
  readonly drafts: readonly Draft[]
  readonly probes: readonly Probe[]
  /** Absent for a unit of valid requests. */
  readonly control?: Draft
  readonly size: number
}

/**
 * Returns the share of one shard. All shares together are the whole plan. Each share contains the control requests of
 * its violations. All valid requests of an operation stay together with its probes, which depend on them.
 */
export function shareOf(scope: Pick<Scope, 'drafts' | 'probes' | 'operations'>, { index, count }: Shard): Share {
  const units = [...scope.operations.map(({ id }) => core(scope, id)), ...violations(scope)]
  const own = dealt(units, count)[index - 1] ?? []
  const wanted = new Set(own.flatMap(({ drafts, control }) => (control === undefined ? drafts : [control, ...drafts])))
  const probes = new Set(own.flatMap((unit) => unit.probes))
  return {
    drafts: scope.drafts.filter((draft) => wanted.has(draft)),
    probes: scope.probes.filter((probe) => probes.has(probe)),
    homes: new Set(own.filter(({ control }) => control === undefined).map(({ operation }) => operation)),
  }
}

/** The number of violations that stay with the valid requests, since error bodies have requirements of their own. */
const kept = 12

function core({ drafts, probes }: Pick<Scope, 'drafts' | 'probes'>, operation: Endpoint): Unit {
  const own = drafts.filter(({ planned, control }) => planned.operation === operation && control === undefined)
  const refused = drafts.filter(({ planned, control }) => planned.operation === operation && control !== undefined)
  const probing = probes.filter((probe) => probe.operation === operation)
  const size = own.length + kept + probing.reduce((sum, { requests }) => sum + requests, 0)
  return { operation, drafts: [...own, ...refused.slice(0, kept)], probes: probing, size }
}

function violations({ drafts, operations }: Pick<Scope, 'drafts' | 'operations'>): readonly Unit[] {
  const byId = new Map(drafts.map((draft) => [draft.planned.id, draft]))
  return operations.flatMap(({ id: operation }) => {
    const refused = drafts.filter(({ planned, control }) => planned.operation === operation && control !== undefined)
    const rest = refused.slice(kept)
    return [...new Set(rest.map(({ control = '' }) => control))].flatMap((id): readonly Unit[] => {
      const group = rest.filter((draft) => draft.control === id)
      const control = byId.get(id)
      return control === undefined ? [] : [{ operation, drafts: group, probes: [], control, size: group.length + 1 }]
    })
  })
}

interface Hand {
  readonly units: Unit[]
  load: number
}

/**
 * Distributes the units, the largest first. Each goes to the home shard of its operation if that has room, to save
 * another control request; otherwise to the shard with the least load.
 */
function dealt(units: readonly Unit[], count: number): readonly (readonly Unit[])[] {
  const shards = Array.from({ length: count }, (): Hand => ({ units: [], load: 0 }))
  const fair = units.reduce((sum, { size }) => sum + size, 0) / count
  const bySize = units
    .map((unit, at) => ({ unit, at }))
    .sort((one, other) => other.unit.size - one.unit.size || one.at - other.at)
  for (const { unit } of bySize) {
    const home = shards.find((shard) => shard.units.some(isHomeOf(unit)))
    const hasRoom = home !== undefined && home.load + unit.size <= fair
    const shard = hasRoom ? home : shards.reduce((one, other) => (other.load < one.load ? other : one))
    shard.units.push(unit)
    shard.load += unit.size
  }
  return shards.map((shard) => shard.units)
}

function isHomeOf({ operation }: Unit) {
  return (unit: Unit): boolean => unit.operation === operation && unit.control === undefined
}
