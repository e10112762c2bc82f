import { requirement, shape } from '../../../model/build.ts'
import type { Observation } from '../../../model/observation.ts'
import { type StreamedBlock, streamedBlocks } from '../blocks.ts'
import { isMembers, member, memberAt } from '../members.ts'
import { quoted } from '../quoted.ts'
import { storyOf } from '../story.ts'
import { toldBy } from '../told.ts'
import type { ToldEvent } from '../told-event.ts'
import { streamedInput } from '../tool-input.ts'
import { uncut } from '../uncut.ts'

const ofBlocks = {
  section: '6',
  endpoint: 'messages.stream',
  dimension: 'stream',
  reading: 'S5',
  needs: ['response-body'],
} as const

/** What the events of a content block say. */
export default [
  shape({
    ...ofBlocks,
    id: 'messages.stream-content-block',
    statement: '`content_block_start` has a `content_block` with a `type`.',
  }),
  shape({
    ...ofBlocks,
    id: 'messages.stream-tool-use-start',
    level: 'implied',
    reading: 'G4',
    statement: 'The `content_block` of a tool use has an `id` and a `name`, strings; an `input` there is an object.',
  }),
  shape({ ...ofBlocks, id: 'messages.stream-delta', statement: '`content_block_delta` has a `delta`, an object.' }),
  requirement({
    ...ofBlocks,
    id: 'messages.stream-text-delta',
    level: 'stated',
    statement: 'Each delta of a text block carries a `text`, a string.',
    appliesTo: (seen) => textDeltas(seen).length > 0,
    *check(seen) {
      for (const { index, payload } of textDeltas(seen)) {
        const actual = memberAt(payload, 'delta', 'text')
        if (typeof actual === 'string') continue
        const message = 'a delta of a text block carries no text'
        yield { message, at: { in: 'event', index, pointer: '/delta/text' }, expected: 'a string', actual }
      }
    },
  }),
  requirement({
    ...ofBlocks,
    id: 'messages.stream-tool-input-json',
    level: 'implied',
    statement: 'The `partial_json` pieces of a tool use make one JSON object.',
    appliesTo: (seen) => toolUses(seen).some((block) => streamedInput(block).kind !== 'unshown'),
    *check(seen) {
      for (const block of toolUses(seen)) {
        const told = streamedInput(block)
        const at = { in: 'event', index: block.start.index } as const
        if (told.kind === 'broken') yield { message: `the pieces make no JSON: ${quoted(told.text)}`, at }
        if (told.kind !== 'told' || isMembers(told.input)) continue
        yield { message: `the pieces make ${quoted(told.input)}, which is no object`, at, expected: 'an object' }
      }
    },
  }),
] as const

/** Blocks are only looked at in a stream that is told in order. */
function blocks(seen: Observation): readonly StreamedBlock[] {
  const story = storyOf(seen)
  return story?.isWhole ? streamedBlocks(story.events) : []
}

/** Those that were told to their end. */
function toolUses(seen: Observation): readonly StreamedBlock[] {
  const uses = blocks(seen).filter(({ opening }) => member(opening, 'type') === 'tool_use')
  return uncut(uses, toldBy(seen))
}

/** The deltas of text blocks, but for citations, which other dialects send beside the text. */
function textDeltas(seen: Observation): readonly ToldEvent[] {
  const texts = blocks(seen).filter(({ opening }) => member(opening, 'type') === 'text')
  const deltas = texts.flatMap((block) => block.deltas)
  return deltas.filter(
    ({ payload }) => isMembers(member(payload, 'delta')) && memberAt(payload, 'delta', 'type') !== 'citations_delta',
  )
}
