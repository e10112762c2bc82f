import type { Fault } from '../fault.ts'
import { drawFaults } from './draw.ts'
import { triggered } from './triggered.ts'

export { triggerClasses } from './trigger.ts'

/** The largest number of faults that are drawn from one seed. */
export const mostTriggers = 10_000

/** The first faults of a seed, in the order in which they are drawn. */
export function triggerFaultsOf(seed: number, count: number, faults: ReadonlyMap<string, Fault>): readonly Fault[] {
  return drawFaults(seed, count, faults).map(triggered)
}

/** The fault with an id such as `trigger:1:7`, the seventh of seed 1; `undefined` if the id is of another form. */
export function triggerFaultOf(id: string, faults: ReadonlyMap<string, Fault>): Fault | undefined {
  const [, seed, place] = /^trigger:(0|[1-9]\d{0,15}):([1-9]\d{0,4})$/.exec(id) ?? []
  if (seed === undefined || Number(place) > mostTriggers) return undefined
  const last = drawFaults(Number(seed), Number(place), faults).at(-1)
  return last === undefined ? undefined : triggered(last)
}
