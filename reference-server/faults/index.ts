import type { Endpoint } from '../../conformance/core/model/vocabulary.ts'
import { suggestion } from '../../conformance/core/text/nearest.ts'
import { behaviours } from './behaviours.ts'
import contentGeneration from './content-generation/index.ts'
import { requiredMemberFaults } from './families.ts'
import type { Fault } from './fault.ts'
import { readFaultSelector } from './fault-selector.ts'
import images from './images/index.ts'
import { limitedTo } from './limited.ts'
import messages from './messages/index.ts'
import { misshapesEach } from './misshape.ts'
import { sometimes } from './sometimes.ts'
import { tokenUsageFaults } from './token-usage.ts'
import { transportFaults } from './transport.ts'
import { triggerFaultOf, triggerFaultsOf } from './triggers/index.ts'

const written: readonly Fault[] = [
  ...images,
  ...tokenUsageFaults,
  ...contentGeneration,
  ...messages,
  ...transportFaults,
  ...requiredMemberFaults,
]

/** All deliberate defects by id. */
export const faults: ReadonlyMap<string, Fault> = byId([...written.map(withBehaviour), ...misshapesEach(written)])

/** Returns the first faults that a seed draws. Each shows one of `faults` under its own trigger. */
export function triggerFaults(seed: number, count: number): readonly Fault[] {
  return triggerFaultsOf(seed, count, faults)
}

/** Returns the fault with this id: one of `faults`, or a drawn one such as `trigger:1:7`. */
export function faultById(id: string): Fault | undefined {
  return faults.get(id) ?? triggerFaultOf(id, faults)
}

function withBehaviour(fault: Fault): Fault {
  const behaviour = behaviours.get(fault.id) ?? fault.behaviour
  return behaviour === undefined ? fault : { ...fault, behaviour }
}

function byId(listed: readonly Fault[]): ReadonlyMap<string, Fault> {
  const known = new Map(listed.map((fault) => [fault.id, fault]))
  if (known.size < listed.length) throw new Error(`two faults share an id: ${firstDuplicate(listed)}`)
  return known
}

function firstDuplicate(listed: readonly Fault[]): string | undefined {
  return listed.find(({ id }, index) => listed.findIndex((other) => other.id === id) < index)?.id
}

function unknownFault(id: string): string {
  return `unknown fault "${id}"${suggestion(id, [...faults.keys()])}; npx mgi faults lists them`
}

/**
 * Returns the fault named `ID` or `ID@N/M`, limited to one operation if given. The seed decides which requests reveal
 * it. Throws if there is no such fault, or if it cannot be limited.
 */
export function faultAskedFor(text: string, seed: number, on?: Endpoint): Fault {
  const selector = readFaultSelector(text)
  const found = selector === undefined ? undefined : faultById(selector.id)
  if (selector === undefined)
    throw new Error(
      `fault ${text}: after the @ write N/M, for N of every M requests, such as ${text.split('@')[0]}@1/5`,
    )
  if (found === undefined) throw new Error(unknownFault(selector.id))
  const limited = on === undefined ? found : limitedTo(on, found)
  return selector.frequency === undefined ? limited : sometimes(limited, selector.frequency, seed)
}
