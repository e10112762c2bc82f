import { endpoints } from '../../../conformance/model/vocabulary.ts'
import { mulberry32, pick, type RandomSource, seedOf } from '../../model/random.ts'
import type { Fault } from '../fault.ts'
import { connectionTrigger } from './connection.ts'
import { countTrigger } from './count.ts'
import { depthTrigger } from './depth.ts'
import { effectsOn, rejection } from './effects.ts'
import { pairTrigger } from './pair.ts'
import { pictureTrigger } from './picture.ts'
import { plainExchanges } from './plain.ts'
import { positionTrigger } from './position.ts'
import { spellingTrigger } from './spelling.ts'
import { type DrawTrigger, type TriggerClass, triggerClasses } from './trigger.ts'
import { type TriggeredFault, triggered } from './triggered.ts'
import { valueTrigger } from './value.ts'

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

/** The functions that draw a trigger of each class. */
export const grammar: Readonly<Record<TriggerClass, DrawTrigger>> = {
  value: valueTrigger,
  count: countTrigger,
  depth: depthTrigger,
  position: positionTrigger,
  pair: pairTrigger,
  spelling: spellingTrigger,
  picture: pictureTrigger,
  connection: connectionTrigger,
}

/** The share of the faults that reject a request instead of altering its reply. */
const rejecting = 0.2

/** The most attempts to draw a trigger that was not drawn before. Some classes have few. */
const attempts = 200

/**
 * Draws the faults of a seed in order, each class in turn. The first ones do not depend on the count. No two have the
 * same trigger, unless a class has no others.
 */
export function drawFaults(seed: number, count: number, faults: ReadonlyMap<string, Fault>): readonly TriggeredFault[] {
  const known = new Set<string>()
  return Array.from({ length: count }, (_, index) => {
    const random = mulberry32(seedOf(`trigger ${seed} ${index + 1}`))
    const name = triggerClasses[(index + (seed % triggerClasses.length)) % triggerClasses.length] ?? 'value'
    const drawn = drawTrigger(random, name, known)
    known.add(`${drawn.on} ${drawn.trigger.words}`)
    return { id: `trigger:${seed}:${index + 1}`, ...drawn, effect: drawEffect(random, drawn.on, faults) }
  })
}

function drawTrigger(
  random: RandomSource,
  name: TriggerClass,
  known: ReadonlySet<string>,
): Pick<TriggeredFault, 'on' | 'trigger'> {
  for (let attempt = 0; ; attempt += 1) {
    const on = pick(random, endpoints)
    const trigger = grammar[name](random, on)
    if (trigger === undefined || trigger.holds(plainExchanges[on].request)) continue
    if (attempt >= attempts || !known.has(`${on} ${trigger.words}`)) return { on, trigger }
  }
}

function drawEffect(random: RandomSource, on: TriggeredFault['on'], faults: ReadonlyMap<string, Fault>): Fault {
  return random() < rejecting ? rejection : pick(random, effectsOn(on, faults))
}
