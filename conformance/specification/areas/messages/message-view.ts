import { isObject, itemsOf, type Members, member, memberAt } from '../../../../schemas/json.ts'
import type { Place } from '../../../core/model/finding.ts'
import { memoize } from '../../../core/model/memoize.ts'
import { isSuccess, type Observation } from '../../../core/model/observation.ts'
import { type StreamedBlock, streamedBlocks } from './blocks.ts'
import { closingOf, isClosing, type StreamTrace, streamTraceOf } from './stream-trace.ts'
import { streamedInput } from './tool-input.ts'
import { usagesOf } from './usage.ts'

/** A parsed view of a response, as far as it can be read. The view of a stream ends where its order is violated. */
export interface MessageView {
  readonly id: unknown
  readonly stopReason: unknown
  /** True if the response may be incomplete. Its last tool use may then be cut. */
  readonly mayBeCut: boolean
  readonly toolUses: readonly ToolUseView[]
  /** True if all of its content can be read, so that missing content was not sent. */
  readonly isContentWhole: boolean
  readonly texts: readonly string[]
  readonly outputTokens: readonly TokenCount[]
  readonly at: { readonly stopReason: Place; readonly content: Place }
}

/** A tool use. `id`, `name` and `input` are undefined if the response does not contain them. */
export interface ToolUseView {
  readonly id: unknown
  readonly name: unknown
  readonly input: unknown
  readonly at: Place
}

/** A token count and its place. */
export interface TokenCount {
  readonly value: unknown
  readonly at: Place
}

/** Returns the view of a response with a success status, or `undefined` for other bodies. */
export const messageView = memoize((seen: Observation): MessageView | undefined => {
  if (!isSuccess(seen.status)) return undefined
  const trace = streamTraceOf(seen)
  if (trace !== undefined) return streamed(trace)
  return isObject(seen.json) && !isErrorBody(seen.json) ? inOnePiece(seen.json) : undefined
})

/** Returns whether a JSON body is an error of section 7 and not a message. */
export function isErrorBody(json: unknown): boolean {
  return isObject(member(json, 'error')) && !Array.isArray(member(json, 'content'))
}

function inOnePiece(reply: Members): MessageView {
  const blocks = itemsOf(member(reply, 'content'))
  const stopReason = member(reply, 'stop_reason')
  return {
    id: member(reply, 'id'),
    stopReason,
    mayBeCut: isCutBy(stopReason),
    toolUses: blocks.flatMap((block, index) => {
      if (member(block, 'type') !== 'tool_use') return []
      const at = { in: 'body', pointer: `/content/${index}` } as const
      return [{ id: member(block, 'id'), name: member(block, 'name'), input: member(block, 'input'), at }]
    }),
    isContentWhole: Array.isArray(member(reply, 'content')) && blocks.every(isTyped),
    texts: blocks.map((block) => member(block, 'text')).filter((text) => typeof text === 'string'),
    outputTokens: [
      { value: memberAt(reply, 'usage', 'output_tokens'), at: { in: 'body', pointer: '/usage/output_tokens' } },
    ],
    at: { stopReason: { in: 'body', pointer: '/stop_reason' }, content: { in: 'body', pointer: '/content' } },
  }
}

function isTyped(block: unknown): boolean {
  return typeof member(block, 'type') === 'string'
}

/**
 * Returns whether a limit or a stop sequence ended the reply, in the words of section 2.9 or of other protocols, or no
 * reason is given.
 */
function isCutBy(reason: unknown): boolean {
  return typeof reason !== 'string' || /max|length|limit|stop_sequence/i.test(reason)
}

function streamed(trace: StreamTrace): MessageView {
  const { inOrder } = trace
  const closing = inOrder.filter(isClosing)
  const stopReason = closing
    .map(({ payload }) => memberAt(payload, 'delta', 'stop_reason'))
    .findLast((reason) => (reason ?? null) !== null)
  const end = closing.at(-1)?.index ?? Math.max(0, inOrder.length - 1)
  const { blocks, isClear } = streamedBlocks(inOrder)
  const isClosed = trace.isEnded && closing.some(({ payload }) => isObject(member(payload, 'delta')))
  return {
    id: memberAt(inOrder.find(({ type }) => type === 'message_start')?.payload, 'message', 'id'),
    stopReason,
    mayBeCut: !isClosed || isCutBy(stopReason),
    toolUses: blocks.filter(({ opening }) => member(opening, 'type') === 'tool_use').map(streamedToolUse),
    isContentWhole: isClosed && isClear,
    texts: blocks.map(textOf),
    outputTokens: usagesOf(closingOf(trace)).map(({ counts, event: index, pointer }) => ({
      value: member(counts, 'output_tokens'),
      at: { in: 'event', index, pointer: `${pointer}/output_tokens` },
    })),
    at: {
      stopReason: { in: 'event', index: end, pointer: '/delta/stop_reason' },
      content: { in: 'event', index: end },
    },
  }
}

function streamedToolUse(block: StreamedBlock): ToolUseView {
  const shown = streamedInput(block)
  return {
    id: member(block.opening, 'id'),
    name: member(block.opening, 'name'),
    input: shown.kind === 'shown' ? shown.input : undefined,
    at: { in: 'event', index: block.start.index },
  }
}

function textOf({ opening, deltas }: StreamedBlock): string {
  const pieces = [member(opening, 'text'), ...deltas.map(({ payload }) => memberAt(payload, 'delta', 'text'))]
  return pieces.filter((piece) => typeof piece === 'string').join('')
}

/**
 * Returns the tool uses of a reply that are certainly complete. Excludes the last one if the reply may have been cut.
 */
export function certainlyComplete<Use>(uses: readonly Use[], view: MessageView | undefined): readonly Use[] {
  return view?.mayBeCut === false ? uses : uses.slice(0, -1)
}
