import { requirement, shape } from '../../../model/build.ts'
import type { Observation } from '../../../model/observation.ts'
import { member } from '../members.ts'
import { storyOf } from '../story.ts'
import type { ToldEvent } from '../told-event.ts'

const ofIndices = {
  section: '6',
  endpoint: 'messages.stream',
  dimension: 'stream',
  reading: 'S1',
  needs: ['response-body'],
} as const

/** The indices of a stream's content blocks. */
export default [
  shape({
    ...ofIndices,
    id: 'messages.stream-index',
    statement: 'Each event of a content block carries an `index`, an integer.',
  }),
  requirement({
    ...ofIndices,
    id: 'messages.stream-index-of-open-block',
    level: 'stated',
    statement: 'A delta or stop carries the index of the block that is open.',
    appliesTo: (seen) => starts(seen).length > 0,
    *check(seen) {
      let open: ToldEvent | undefined
      for (const event of storyOf(seen)?.events ?? []) {
        if (event.type === 'content_block_start') open = event
        else if (open !== undefined && isInBlock(event) && differs(event, open)) yield mismatch(event, open)
        if (event.type === 'content_block_stop') open = undefined
      }
    },
  }),
  requirement({
    ...ofIndices,
    id: 'messages.stream-indices-distinct',
    level: 'implied',
    statement: 'No two content blocks of a stream have the same index.',
    appliesTo: (seen) => starts(seen).length > 0,
    *check(seen) {
      const met = new Set<unknown>()
      for (const { index, payload } of starts(seen)) {
        const actual = member(payload, 'index')
        if (met.has(actual)) yield { message: `a second block has index ${actual}`, at: at(index), actual }
        met.add(actual)
      }
    },
  }),
  requirement({
    ...ofIndices,
    id: 'messages.stream-indices-count-up',
    level: 'implied',
    statement: 'The indices of content blocks count 0, 1, 2.',
    appliesTo: (seen) => starts(seen).length > 0,
    *check(seen) {
      const met = new Set<unknown>()
      for (const { index, payload } of starts(seen)) {
        const actual = member(payload, 'index')
        const expected = met.size
        if (!met.has(actual) && actual !== expected) {
          yield { message: `block ${expected} has index ${actual}`, at: at(index), expected, actual }
          return
        }
        met.add(actual)
      }
    },
  }),
] as const

/** The starts of blocks that have an index at all. */
function starts(seen: Observation): readonly ToldEvent[] {
  const events = storyOf(seen)?.events ?? []
  return events.filter(({ type, payload }) => type === 'content_block_start' && isIndex(member(payload, 'index')))
}

function isInBlock({ type }: ToldEvent): boolean {
  return type === 'content_block_delta' || type === 'content_block_stop'
}

function differs(event: ToldEvent, open: ToldEvent): boolean {
  const [own, opened] = [member(event.payload, 'index'), member(open.payload, 'index')]
  return isIndex(own) && isIndex(opened) && own !== opened
}

function mismatch({ type, index, payload }: ToldEvent, open: ToldEvent) {
  const [actual, expected] = [member(payload, 'index'), member(open.payload, 'index')]
  const message = `a ${type} has index ${actual} while block ${expected} is open`
  return { message, at: at(index), expected, actual } as const
}

function isIndex(value: unknown): boolean {
  return Number.isInteger(value)
}

function at(index: number) {
  return { in: 'event', index, pointer: '/index' } as const
}
