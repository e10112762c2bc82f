import { isObject } from '../../../../schemas/json.ts'

/** The members of an event that was stored with its fields. */
const fields: ReadonlySet<string> = new Set(['event', 'data', 'id', 'retry'])

/**
 * Returns the stream that a recorder parsed: a list of payloads, or of events with their fields. Returns `undefined` for
 * anything else. A payload with a `type` gets that as the name of its event, as clients need one.
 */
export function eventsIn(value: unknown): string | undefined {
  if (!Array.isArray(value) || !value.every((item) => isObject(item) || typeof item === 'string')) return undefined
  return value.map(eventOf).join('')
}

function eventOf(item: unknown): string {
  const isOfFields = isObject(item) && 'data' in item && Object.keys(item).every((name) => fields.has(name))
  const { name, data } = isOfFields
    ? { name: item['event'], data: item['data'] }
    : { name: isObject(item) ? item['type'] : undefined, data: item }
  const text = typeof data === 'string' ? data : JSON.stringify(data)
  const lines = text.split('\n').map((line) => `data: ${line}\n`)
  return `${typeof name === 'string' ? `event: ${name}\n` : ''}${lines.join('')}\n`
}
