import type { Fault } from '../fault.ts'
import contentGeneration from './content-generation.ts'
import { deepened } from './deep-fault.ts'
import imagesAndUsage from './images-and-usage.ts'
import messages from './messages.ts'

/** Every deep fault by its id, made from the faults that they are like. */
export function deepFaultsOf(faults: ReadonlyMap<string, Fault>): ReadonlyMap<string, Fault> {
  const deep = [...imagesAndUsage, ...contentGeneration, ...messages].map((one) => deepened(one, faults))
  return new Map(deep.map((fault) => [fault.id, fault]))
}
