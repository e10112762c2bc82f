import { isDeepStrictEqual } from 'node:util'
import { type Endpoint, endpoints } from '../../../conformance/core/model/vocabulary.ts'
import type { IncomingRequest } from '../../incoming-request.ts'
import { mulberry32, pick, type RandomSource, seedOf } from '../../model/random.ts'
import type { Reply } from '../../reply.ts'
import type { Fault } from '../fault.ts'
import { connectionTrigger } from './connection.ts'
import { countTrigger } from './count.ts'
import { decisionTrigger } from './decision.ts'
import { depthTrigger } from './depth.ts'
import { pairTrigger } from './pair.ts'
import { pictureTrigger } from './picture.ts'
import { encodedExchanges, plainExchanges } from './plain.ts'
import { positionTrigger } from './position.ts'
import { spellingTrigger } from './spelling.ts'
import { type DrawTrigger, type FaultTrigger, type TriggerClass, triggerClasses } from './trigger.ts'
import { valueTrigger } from './value.ts'

export { triggerClasses } from './trigger.ts'

/** The maximum number of faults drawn from one seed. */
export const mostTriggers = 10_000

/** Returns the first faults of a seed, in the order in which they are drawn. */
export function triggerFaultsOf(seed: number, count: number, faults: ReadonlyMap<string, Fault>): readonly Fault[] {
  return drawFaults(seed, count, faults).map(triggered)
}

/** Returns the fault with an id such as `trigger:1:7`, the seventh of seed 1. Returns `undefined` for other ids. */
export function triggerFaultOf(id: string, faults: ReadonlyMap<string, Fault>): Fault | undefined {
  const [, seed, place] = /^trigger:(0|[1-9]\d{0,15}):([1-9]\d{0,4})$/.exec(id) ?? []
  if (seed === undefined || Number(place) > mostTriggers) return undefined
  const last = drawFaults(Number(seed), Number(place), faults).at(-1)
  return last === undefined ? undefined : triggered(last)
}

export const grammar: Readonly<Record<TriggerClass, DrawTrigger>> = {
  value: valueTrigger,
  count: countTrigger,
  depth: depthTrigger,
  position: positionTrigger,
  pair: pairTrigger,
  decision: decisionTrigger,
  spelling: spellingTrigger,
  picture: pictureTrigger,
  connection: connectionTrigger,
}

/** The proportion of faults that reject a request instead of altering its reply. */
const rejecting = 0.2

/** The maximum number of attempts to draw a new trigger. Some classes have few triggers. */
const attempts = 200

/**
 * Draws the faults of a seed in order, each class in turn. Earlier faults do not depend on the count. No two have the
 * same trigger, unless a class has no others left.
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

/** A fault in parts: the effect on replies, the operation, and the condition under which it shows. */
interface TriggeredFault {
  readonly id: string
  readonly on: Endpoint
  readonly trigger: FaultTrigger
  readonly effect: Fault
}

/**
 * Makes the fault. It shows only in replies to valid requests. It counts the requests that met the trigger and the
 * replies that it changed.
 */
export function triggered({ id, on, trigger, effect }: TriggeredFault): Fault {
  const { alter, reject } = effect
  const counts = { chances: 0, shown: 0 }
  const isMet = (request: IncomingRequest): boolean =>
    request.endpoint === on && request.validation.violations.length === 0 && trigger.holds(request)
  return {
    id,
    breaks: effect.breaks,
    on: [on],
    trigger: { class: trigger.class, words: `${on}: ${trigger.words}`, effect: effect.id },
    showing: () => ({ fault: id, ...counts }),
    ...(reject && {
      reject: (request) => {
        if (!isMet(request)) return false
        counts.chances += 1
        counts.shown += 1
        return true
      },
    }),
    ...(alter && {
      alter: (reply, request) => {
        if (reply.status >= 300 || !isMet(request)) return reply
        const altered = alter(reply, request)
        counts.chances += 1
        if (!isDeepStrictEqual(altered, reply)) counts.shown += 1
        return altered
      },
    }),
  }
}

/** The effect of a fault that rejects each request that meets its trigger. */
const rejection: Fault = { id: 'reject', breaks: [], reject: () => true }

/**
 * Faults that change a plain reply without a violation, because a violation needs another request or other replies to
 * compare with.
 */
const excluded: readonly string[] = [
  'content-blocked-although-allowed',
  'content-blocked-when-off',
  'content-picture-for-text',
  'content-one-response-id',
  'content-reply-of-another',
  'content-stream-of-another',
  'messages-same-id',
  'messages-reply-of-another',
  'messages-stream-of-another',
  'messages-stream-same-id',
  'messages-key-as-bearer-only',
  'images-key-in-header-only',
]

/** Returns the faults that show in every successful reply of an operation: in its plain one, and in pictures in base64. */
export function effectsOn(on: Endpoint, faults: ReadonlyMap<string, Fault>): readonly Fault[] {
  return [...faults.values()].filter((fault) => !excluded.includes(fault.id) && isShown(fault, on))
}

function isShown({ alter, notLimited, on: operations }: Fault, on: Endpoint): boolean {
  if (alter === undefined || notLimited !== undefined || operations?.includes(on) === false) return false
  return [plainExchanges[on], encodedExchanges[on]].every((exchange) => {
    if (exchange === undefined) return true
    const altered = alter(exchange.reply, exchange.request)
    return !isDeepStrictEqual(altered, exchange.reply) && isWhole(altered)
  })
}

/** Returns whether a reply is complete. One that is late, breaks off or fails is treated as a connection problem first. */
function isWhole({ status, body }: Reply): boolean {
  return status < 500 && body.kind !== 'lost' && body.kind !== 'chunks' && body.kind !== 'burst'
}
