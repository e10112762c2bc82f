import { isObject, member, memberAt } from '../../../../../schemas/json.ts'
import { requirement } from '../../../../core/model/build.ts'
import { memoize } from '../../../../core/model/memoize.ts'
import type { Observation } from '../../../../core/model/observation.ts'
import { type StreamedBlock, streamedBlocks } from '../blocks.ts'
import { certainlyComplete, messageView } from '../message-view.ts'
import { quoted } from '../quoted.ts'
import { streamTraceOf } from '../stream-trace.ts'
import { streamedInput } from '../tool-input.ts'
import type { TracedEvent } from '../traced-event.ts'

const ofBlocks = {
  section: '6',
  endpoint: 'messages.stream',
  dimension: 'stream',
  interpretation: 'S5',
  needs: ['response-body'],
} as const

/** Requirements on the content of the events of a block. */
export default [
  requirement({
    ...ofBlocks,
    id: 'messages.stream-text-delta',
    level: 'stated',
    statement: 'Each delta of a text block has a `text`, a string.',
    // A server may write each text in its `content_block_start`, and no request makes it send deltas.
    conditional: true,
    appliesTo: (seen) => textDeltas(seen).length > 0,
    *check(seen) {
      for (const { index, payload } of textDeltas(seen)) {
        const actual = memberAt(payload, 'delta', 'text')
        if (typeof actual === 'string') continue
        const message = 'delta of a text block has no `text`'
        yield { message, at: { in: 'event', index, pointer: '/delta/text' }, expected: 'a string', actual }
      }
    },
  }),
  requirement({
    ...ofBlocks,
    id: 'messages.stream-tool-input-json',
    level: 'implied',
    statement: 'The `partial_json` pieces of a tool use form one JSON object.',
    appliesTo: (seen) => toolUses(seen).some((block) => streamedInput(block).kind !== 'unshown'),
    *check(seen) {
      for (const block of toolUses(seen)) {
        const input = streamedInput(block)
        const at = { in: 'event', index: block.start.index } as const
        if (input.kind === 'broken')
          yield { message: `partial_json pieces joined are not JSON: ${quoted(input.text)}`, at }
        if (input.kind !== 'shown' || isObject(input.input)) continue
        yield {
          message: `partial_json pieces joined are ${quoted(input.input)}, not an object`,
          at,
          expected: 'an object',
        }
      }
    },
  }),
] as const

const blocksOf = memoize((seen: Observation) => streamedBlocks(streamTraceOf(seen)?.inOrder ?? []).blocks)

/** Returns the tool uses whose input is complete. */
function toolUses(seen: Observation): readonly StreamedBlock[] {
  const uses = blocksOf(seen).filter(({ opening }) => member(opening, 'type') === 'tool_use')
  return certainlyComplete(uses, messageView(seen))
}

/**
 * Returns the deltas of text blocks without citations, which other dialects send in addition to text. If the order of
 * the stream is violated, the type of a delta decides its block, or else the start with the same index.
 */
function textDeltas(seen: Observation): readonly TracedEvent[] {
  const typesInOrder = new Map(
    blocksOf(seen).flatMap(({ opening, deltas }) => deltas.map((delta) => [delta, member(opening, 'type')] as const)),
  )
  const openTypes = new Map<unknown, unknown>()
  return (streamTraceOf(seen)?.events ?? []).filter((event) => {
    const index = member(event.payload, 'index')
    if (event.type === 'content_block_start') openTypes.set(index, memberAt(event.payload, 'content_block', 'type'))
    if (event.type === 'content_block_stop') openTypes.delete(index)
    if (event.type !== 'content_block_delta' || !isObject(member(event.payload, 'delta'))) return false
    if (typeOf(event) === 'citations_delta') return false
    if (typesInOrder.has(event)) return typesInOrder.get(event) === 'text'
    return typeOf(event) === undefined ? openTypes.get(index) === 'text' : typeOf(event) === 'text_delta'
  })
}

function typeOf({ payload }: TracedEvent): unknown {
  return memberAt(payload, 'delta', 'type')
}
