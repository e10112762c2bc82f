import type { Place } from '../../model/finding.ts'
import { type Observation, succeeded } from '../../model/observation.ts'
import { oncePer } from '../../model/once-per.ts'
import { type StreamedBlock, streamedBlocks } from './blocks.ts'
import { isMembers, listOf, member, memberAt } from './members.ts'
import { type Story, storyOf } from './story.ts'
import { streamedInput } from './tool-input.ts'
import { lastUsage } from './usage.ts'

/** A reply as it was told, in one piece or as a stream. */
export interface Told {
  readonly id: unknown
  readonly stopReason: unknown
  readonly toolUses: readonly ToldToolUse[]
  readonly texts: readonly string[]
  readonly outputTokens: unknown
  /** Where its stop reason, its token counts and its content stand. */
  readonly at: { readonly stopReason: Place; readonly outputTokens: Place; readonly content: Place }
}

/** A use of a tool; `name` and `input` are undefined where the reply does not show them. */
export interface ToldToolUse {
  readonly name: unknown
  readonly input: unknown
  readonly at: Place
}

/** What a successful reply tells; `undefined` when it is none, or a stream that is not whole. */
export const toldBy = oncePer((seen: Observation): Told | undefined => {
  if (!succeeded(seen)) return undefined
  const story = storyOf(seen)
  if (story !== undefined) return story.isWhole ? streamed(story) : undefined
  return isMembers(seen.json) && Array.isArray(seen.json['content']) ? inOnePiece(seen.json) : undefined
})

function inOnePiece(reply: Readonly<Record<string, unknown>>): Told {
  const blocks = listOf(member(reply, 'content'))
  return {
    id: member(reply, 'id'),
    stopReason: member(reply, 'stop_reason'),
    toolUses: blocks.flatMap((block, index) => {
      if (member(block, 'type') !== 'tool_use') return []
      const at = { in: 'body', pointer: `/content/${index}` } as const
      return [{ name: member(block, 'name'), input: member(block, 'input'), at }]
    }),
    texts: blocks.map((block) => member(block, 'text')).filter((text) => typeof text === 'string'),
    outputTokens: memberAt(reply, 'usage', 'output_tokens'),
    at: {
      stopReason: { in: 'body', pointer: '/stop_reason' },
      outputTokens: { in: 'body', pointer: '/usage/output_tokens' },
      content: { in: 'body', pointer: '/content' },
    },
  }
}

function streamed({ events }: Story): Told {
  const closing = events.filter(({ type }) => type === 'message_delta')
  const reasons = closing.map(({ payload }) => memberAt(payload, 'delta', 'stop_reason'))
  const usage = lastUsage(closing)
  const end = closing.at(-1)?.index ?? 0
  const blocks = streamedBlocks(events)
  return {
    id: memberAt(events.find(({ type }) => type === 'message_start')?.payload, 'message', 'id'),
    stopReason: reasons.findLast((reason) => (reason ?? null) !== null),
    toolUses: blocks.filter(({ opening }) => member(opening, 'type') === 'tool_use').map(streamedToolUse),
    texts: blocks.map(textOf),
    outputTokens: usage?.outputTokens,
    at: {
      stopReason: { in: 'event', index: end, pointer: '/delta/stop_reason' },
      outputTokens: { in: 'event', index: usage?.event ?? end },
      content: { in: 'event', index: end },
    },
  }
}

function streamedToolUse(block: StreamedBlock): ToldToolUse {
  const told = streamedInput(block)
  return {
    name: member(block.opening, 'name'),
    input: told.kind === 'told' ? told.input : undefined,
    at: { in: 'event', index: block.start.index },
  }
}

function textOf({ opening, deltas }: StreamedBlock): string {
  const pieces = [member(opening, 'text'), ...deltas.map(({ payload }) => memberAt(payload, 'delta', 'text'))]
  return pieces.filter((piece) => typeof piece === 'string').join('')
}
