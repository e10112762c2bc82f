import { pick, type Random, randomFrom, seedOf } from '../../model/random.ts'
import type { Fault } from '../fault.ts'
import { drawConnection } from './connection.ts'
import { drawCount } from './count.ts'
import { drawDepth } from './depth.ts'
import { effectsOn, rejection } from './effects.ts'
import { drawPair } from './pair.ts'
import { drawPicture } from './picture.ts'
import { operations, plain } from './plain.ts'
import { drawPosition } from './position.ts'
import { drawSpelling } from './spelling.ts'
import { type DrawTrigger, type TriggerClass, triggerClasses } from './trigger.ts'
import type { TriggeredFault } from './triggered.ts'
import { drawValue } from './value.ts'

/** The functions that draw a trigger of each class. */
export const grammar: Readonly<Record<TriggerClass, DrawTrigger>> = {
  value: drawValue,
  count: drawCount,
  depth: drawDepth,
  position: drawPosition,
  pair: drawPair,
  spelling: drawSpelling,
  picture: drawPicture,
  connection: drawConnection,
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
    const random = randomFrom(seedOf(`trigger ${seed} ${index + 1}`))
    const name = triggerClasses[(index + (seed % triggerClasses.length)) % triggerClasses.length] ?? 'value'
    const drawn = drawTrigger(random, name, known)
    known.add(`${drawn.on} ${drawn.trigger.words}`)
    return { id: `trigger:${seed}:${index + 1}`, ...drawn, effect: drawEffect(random, drawn.on, faults) }
  })
}

function drawTrigger(
  random: Random,
  name: TriggerClass,
  known: ReadonlySet<string>,
): Pick<TriggeredFault, 'on' | 'trigger'> {
  for (let attempt = 0; ; attempt += 1) {
    const on = pick(random, operations)
    const trigger = grammar[name](random, on)
    if (trigger === undefined || trigger.holds(plain[on].request)) continue
    if (attempt >= attempts || !known.has(`${on} ${trigger.words}`)) return { on, trigger }
  }
}

function drawEffect(random: Random, on: TriggeredFault['on'], faults: ReadonlyMap<string, Fault>): Fault {
  return random() < rejecting ? rejection : pick(random, effectsOn(on, faults))
}
