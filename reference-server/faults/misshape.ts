import type { Endpoint } from '../../conformance/core/model/vocabulary.ts'
import { type SentenceId, sentences, validate } from '../../schemas/index.ts'
import { itemsOf, membersOf } from '../../schemas/json.ts'
import { below, get, remove, set, withoutIndexes } from '../../schemas/json-pointer.ts'
import { isRaw, type Reply } from '../reply.ts'
import type { Fault } from './fault.ts'

const schemas: Readonly<Record<Endpoint, { readonly reply: string; readonly error: string | undefined }>> = {
  'images.generate': { reply: 'images/reply', error: undefined },
  'images.edit': { reply: 'images/reply', error: undefined },
  'images.variation': { reply: 'images/reply', error: undefined },
  'usage.token': { reply: 'token-usage/token-reply', error: 'token-usage/token-error' },
  'content.generate': { reply: 'content-generation/reply', error: 'content-generation/error' },
  'content.stream': { reply: 'content-generation/event', error: 'content-generation/error' },
  'messages.create': { reply: 'messages/reply', error: 'messages/error' },
  'messages.stream': { reply: 'messages/event', error: 'messages/error' },
}

/**
 * Returns for each sentence on the shape of replies and errors a server that violates it in every body that the
 * sentence covers. Omits sentences that another fault violates alone, because the reference server rarely returns the
 * bodies that some of them cover.
 */
export function misshapesEach(others: readonly Fault[]): readonly Fault[] {
  const broken = new Set<string>(others.flatMap(({ breaks }) => (breaks.length === 1 ? breaks : [])))
  return sentences()
    .filter(({ id, kind }) => kind === 'shape' && !broken.has(id))
    .map(({ id, operations }) => misshapes(id, operations as Endpoint[]))
}

/** Makes a server that violates one sentence on shapes in each body that the sentence covers. */
export function misshapes(id: SentenceId, on: readonly Endpoint[]): Fault {
  const learned: Misshaping[] = []
  const breakIn = (schema: string, value: unknown): unknown => brokenAt(id, schema, value, learned)
  const alter: Fault['alter'] = (reply, { endpoint }) => {
    const schema = on.includes(endpoint) ? schemas[endpoint][reply.status < 400 ? 'reply' : 'error'] : undefined
    return schema === undefined ? reply : inBodies(reply, (value) => breakIn(schema, value))
  }
  return { id: `misshape:${id}`, derivedFrom: 'shape', breaks: [id], alter, on }
}

function inBodies(reply: Reply, change: (value: unknown) => unknown): Reply {
  const { body } = reply
  if (body.kind === 'json') return { ...reply, body: { kind: 'json', value: change(body.value) } }
  if (body.kind !== 'events') return reply
  const events = body.events.map((event) => (isRaw(event.data) ? event : { ...event, data: change(event.data) }))
  return { ...reply, body: { kind: 'events', events } }
}

/**
 * A place that violates the sentence, with `*` for the index of an item, and the number of the wrong value to put
 * there.
 */
interface Misshaping {
  readonly place: string
  readonly wrong: number
}

/**
 * Returns a value that also violates this sentence, and no other. Returns the value itself if the sentence does not
 * cover it. Other faults may have broken the value before.
 */
function brokenAt(id: SentenceId, schema: string, value: unknown, learned: Misshaping[]): unknown {
  const { spoken, violations } = validate(schema, value)
  if (![...spoken].includes(id)) return value
  const expected = new Set<string | undefined>([id, ...violations.map(({ requirement }) => requirement)])
  const pointers = [...pointersIn(value)]
  const tryAt = (pointer: string, wrong: number): unknown => {
    const own = get(value, pointer)
    const other = wrongValues[wrong]!(own)
    if (other === own || (pointer === '' && other === undefined)) return undefined
    const changed = other === undefined ? remove(value, pointer) : set(value, pointer, other)
    const broken = validate(schema, changed).violations.map(({ requirement }) => requirement)
    return broken.includes(id) && broken.every((one) => expected.has(one)) ? changed : undefined
  }
  for (const { place, wrong } of learned)
    for (const pointer of pointers) {
      const changed = withoutIndexes(pointer) === place ? tryAt(pointer, wrong) : undefined
      if (changed !== undefined) return changed
    }
  for (const pointer of pointers)
    for (const wrong of wrongValues.keys()) {
      const changed = tryAt(pointer, wrong)
      if (changed === undefined) continue
      learned.push({ place: withoutIndexes(pointer), wrong })
      return changed
    }
  return value
}

/** Wrong replacements for a value; `undefined` removes it. */
const wrongValues: readonly ((own: unknown) => unknown)[] = [
  (own) => (typeof own === 'string' ? 7 : typeof own === 'number' ? String(own) : 'misshapen'),
  (own) => (typeof own === 'number' ? own + 0.5 : 'misshapen'),
  (own) => (typeof own === 'number' ? -1 : [own]),
  () => null,
  () => undefined,
  () => ({}),
  () => [],
  () => true,
]

/** Yields the pointers of a value and everything in it, the shortest first. */
function* pointersIn(value: unknown): Generator<string> {
  let level = ['']
  while (level.length > 0) {
    yield* level
    level = level.flatMap((pointer) => {
      const own = get(value, pointer)
      const names = Array.isArray(own) ? itemsOf(own).keys() : Object.keys(membersOf(own))
      return [...names].map((name) => below(pointer, name))
    })
  }
}
