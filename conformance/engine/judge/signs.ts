import { member } from '../../../schemas/json.ts'
import { get, withoutIndexes } from '../../../schemas/json-pointer.ts'
import type { Sign } from '../../core/model/client-effect.ts'
import type { StreamEvent } from '../../core/model/events.ts'
import type { Finding } from '../../core/model/finding.ts'
import type { Observation } from '../../core/model/observation.ts'

/** The signs of a requirement over a run, each once. */
export type Signs = Map<string, Sign>

/** Adds the signs of one reply. */
export function addSigns(signs: Signs, findings: readonly Finding[], seen: Observation): void {
  const found = new Map<string, { readonly sign: Sign; readonly events: Set<number> }>()
  for (const { at, doubt } of findings) {
    if (at === undefined || doubt === true || at.in === 'request') continue
    const sign = signOf(at, seen)
    const { events } = found.get(JSON.stringify(sign)) ?? { events: new Set() }
    if (at.in === 'event') events.add(at.index)
    found.set(JSON.stringify(sign), { sign, events })
  }
  for (const [key, { sign, events }] of found) {
    const all = seen.stream?.events.filter((event) => kindOf(event) === sign.of).length
    if (sign.in === 'event' && events.size !== all) signs.set(key, { ...sign, isInSome: true })
    else if (!signs.has(key)) signs.set(key, sign)
  }
}

function signOf(at: NonNullable<Finding['at']>, { json, stream }: Observation): Sign {
  if (at.in === 'header') return { in: 'header', of: at.name.toLowerCase() }
  if (at.in === 'body') return { in: 'body', ...valueAt(json, at.pointer) }
  if (at.in !== 'event') return { in: 'status' }
  const event = stream?.events[at.index]
  return { in: 'event', of: kindOf(event), ...valueAt(event?.json, at.pointer) }
}

/** Returns the kind of an event: the type in its payload, or else its name; empty if it has neither. */
function kindOf(event: StreamEvent | undefined): string {
  const type = member(event?.json, 'type')
  return typeof type === 'string' ? type : (event?.name ?? '')
}

function valueAt(value: unknown, pointer: string | undefined): Pick<Sign, 'pointer' | 'value'> {
  return pointer === undefined ? {} : { pointer: withoutIndexes(pointer), value: kindOfValue(get(value, pointer)) }
}

function kindOfValue(value: unknown): NonNullable<Sign['value']> {
  if (value === undefined) return 'absent'
  if (value === null) return 'null'
  if (value === '' || (typeof value === 'object' && Object.keys(value).length === 0)) return 'empty'
  return Array.isArray(value) ? 'array' : (typeof value as 'object' | 'string' | 'number' | 'boolean')
}
