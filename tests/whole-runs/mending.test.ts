import { test } from 'vitest'
import { expectCausesFree, pairOf } from '../blocked/pairs.ts'

/** One pair for each kind of grouping. `tests/thorough/mending.test.ts` has all pairs of thirty faults. */
const pairs = [
  // A defect of one result in replies whose form is wrong throughout.
  ['messages', 'messages-stream-unasked', 'messages-tool-use-without-tool'],
  ['messages', 'messages-stream-unasked', 'overlook:messages.tool-kind-type-rejected'],
  // Two defects of one member, in different replies.
  ['messages', 'messages-tool-use-without-tool', 'messages-one-tool-use-id'],
  // A defect of each stream, and one that hides more in some.
  ['messages', 'messages-stream-null-stop-reason', 'messages-stream-input-cut'],
  ['content-generation', 'content-index-repeated', 'content-error-html'],
  // A form of all replies, and a rule that is not enforced in that form either.
  ['content-generation', 'content-stream-no-data-prefix', 'overlook:content.outcome-missing-rejected'],
] as const

test.each(pairs)('on %s, repairing %s or %s frees what its causes explain', async (area, one, other) => {
  await expectCausesFree([pairOf(area, one, other)])
})
