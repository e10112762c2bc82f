import { member } from '../../../../../schemas/json.ts'
import { requirement } from '../../../../core/model/build.ts'
import type { Observation } from '../../../../core/model/observation.ts'
import { isInBlock, isIndex, isOfAnother } from '../blocks.ts'
import { streamTraceOf } from '../stream-trace.ts'
import type { TracedEvent } from '../traced-event.ts'

const ofIndices = {
  section: '6',
  endpoint: 'messages.stream',
  dimension: 'stream',
  interpretation: 'S1',
  needs: ['response-body'],
} as const

/** Requirements on the indices of a stream's content blocks. */
export default [
  requirement({
    ...ofIndices,
    id: 'messages.stream-index-of-open-block',
    level: 'stated',
    statement: 'A delta or stop has the index of the open block.',
    appliesTo: (seen) => starts(seen).length > 0,
    *check(seen) {
      let open: TracedEvent | undefined
      for (const event of inOrderOf(seen)) {
        if (event.type === 'content_block_start') open = event
        if (open !== undefined && isInBlock(event) && isOfAnother(event, open)) yield mismatch(event, open)
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
        if (met.has(actual)) yield { message: `two content blocks have index ${actual}`, at: at(index), actual }
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
          yield { message: `content block ${expected} has index ${actual}`, at: at(index), expected, actual }
          return
        }
        met.add(actual)
      }
    },
  }),
] as const

function inOrderOf(seen: Observation): readonly TracedEvent[] {
  return streamTraceOf(seen)?.inOrder ?? []
}

/** Returns the starts of blocks that have an index. */
function starts(seen: Observation): readonly TracedEvent[] {
  return inOrderOf(seen).filter(
    ({ type, payload }) => type === 'content_block_start' && isIndex(member(payload, 'index')),
  )
}

function mismatch({ type, index, payload }: TracedEvent, open: TracedEvent) {
  const [actual, expected] = [member(payload, 'index'), member(open.payload, 'index')]
  const message = `${type} has index ${actual}, but the open block has index ${expected}`
  return { message, at: at(index), expected, actual } as const
}

function at(index: number) {
  return { in: 'event', index, pointer: '/index' } as const
}
