import { isObject, type Members, member } from '../../../../schemas/json.ts'
import type { TracedEvent } from './traced-event.ts'

/** One content block of a stream: its start and its deltas. */
export interface StreamedBlock {
  readonly start: TracedEvent
  /** The members of `content_block`. */
  readonly opening: Members
  readonly deltas: readonly TracedEvent[]
  /** True if the event that stops it was received. */
  readonly isEnded: boolean
}

/** The blocks of a stream up to the first violation of the order. */
export interface StreamedBlocks {
  readonly blocks: readonly StreamedBlock[]
  /** True if each start has a type, and each delta and stop has the index of its block. */
  readonly isClear: boolean
}

/**
 * Reads the blocks in the events that the grammar accepted. Stops at a delta or stop with the index of another block,
 * because later deltas cannot be assigned.
 */
export function streamedBlocks(inOrder: readonly TracedEvent[]): StreamedBlocks {
  const blocks: { start: TracedEvent; opening: Members; deltas: TracedEvent[]; isEnded: boolean }[] = []
  let isClear = true
  for (const event of inOrder) {
    const block = blocks.at(-1)
    if (event.type === 'content_block_start') {
      const opening = member(event.payload, 'content_block')
      isClear &&= typeof member(opening, 'type') === 'string'
      blocks.push({ start: event, opening: isObject(opening) ? opening : {}, deltas: [], isEnded: false })
    } else if (block !== undefined && isInBlock(event)) {
      if (isOfAnother(event, block.start)) return { blocks, isClear: false }
      if (event.type === 'content_block_delta') block.deltas.push(event)
      else block.isEnded = true
    }
  }
  return { blocks, isClear }
}

export function isInBlock({ type }: TracedEvent): boolean {
  return type === 'content_block_delta' || type === 'content_block_stop'
}

/** Returns whether a delta or stop has another index than the start of its block. */
export function isOfAnother(event: TracedEvent, start: TracedEvent): boolean {
  const [own, opened] = [member(event.payload, 'index'), member(start.payload, 'index')]
  return isIndex(own) && isIndex(opened) && own !== opened
}

export function isIndex(value: unknown): boolean {
  return Number.isInteger(value)
}
