import { requirement } from '../../../model/build.ts'
import { memoize } from '../../../model/memoize.ts'
import type { Observation } from '../../../model/observation.ts'
import { type StreamedBlock, type StreamedBlocks, streamedBlocks } from '../blocks.ts'
import { isMembers, member, memberAt } from '../members.ts'
import { messageView } from '../message-view.ts'
import { quoted } from '../quoted.ts'
import { streamTraceOf } from '../stream-trace.ts'
import { streamedInput } from '../tool-input.ts'
import type { TracedEvent } from '../traced-event.ts'
import { uncut } from '../uncut.ts'

const ofBlocks = {
  section: '6',
  endpoint: 'messages.stream',
  dimension: 'stream',
  interpretation: 'S5',
  needs: ['response-body'],
} as const

/** What the events of a content block say. */
export default [
  requirement({
    ...ofBlocks,
    id: 'messages.stream-text-delta',
    level: 'stated',
    statement: 'Each delta of a text block has a `text`, a string.',
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
        if (input.kind !== 'shown' || isMembers(input.input)) continue
        yield {
          message: `partial_json pieces joined are ${quoted(input.input)}, not an object`,
          at,
          expected: 'an object',
        }
      }
    },
  }),
] as const

/** The blocks of a stream, in any order. */
const blocksOf = memoize((seen: Observation): StreamedBlocks => streamedBlocks(streamTraceOf(seen)?.events ?? []))

/** Those of them whose input was not cut. */
function toolUses(seen: Observation): readonly StreamedBlock[] {
  const uses = blocksOf(seen).blocks.filter(({ opening }) => member(opening, 'type') === 'tool_use')
  return uncut(uses, messageView(seen))
}

/**
 * The deltas of text blocks, but for citations, which other dialects send beside the text. A delta whose block cannot
 * be determined may itself state that it is of text.
 */
function textDeltas(seen: Observation): readonly TracedEvent[] {
  const { blocks, withoutBlock } = blocksOf(seen)
  const texts = blocks.filter(({ opening }) => member(opening, 'type') === 'text')
  const own = texts.flatMap((block) => block.deltas)
  return [...own, ...withoutBlock.filter((delta) => typeOf(delta) === 'text_delta')].filter(
    (delta) => isMembers(member(delta.payload, 'delta')) && typeOf(delta) !== 'citations_delta',
  )
}

function typeOf({ payload }: TracedEvent): unknown {
  return memberAt(payload, 'delta', 'type')
}
