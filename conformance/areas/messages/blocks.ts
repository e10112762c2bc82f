import { isMembers, type Members, member } from './members.ts'
import { type TracedEvent, unreadable } from './traced-event.ts'

/** One content block of a stream: its start and the deltas that plainly belong to it. */
export interface StreamedBlock {
  readonly start: TracedEvent
  /** What `content_block` says. */
  readonly opening: Members
  readonly deltas: readonly TracedEvent[]
  /** Whether it is complete: its stop came, or the end of the message. */
  readonly isEnded: boolean
}

/** The blocks of a stream, and the deltas whose block cannot be determined. */
export interface StreamedBlocks {
  readonly blocks: readonly StreamedBlock[]
  readonly withoutBlock: readonly TracedEvent[]
  /** Whether each delta and stop belongs to a block that was started and can be read. */
  readonly isClear: boolean
}

interface Open {
  readonly start: TracedEvent
  readonly opening: Members
  readonly deltas: TracedEvent[]
  isEnded: boolean
}

/**
 * The blocks of a stream, however broken its order is. A delta belongs to the one block that is open; where several
 * are, to the one whose index it carries. An event that cannot be read may have been part of any block.
 */
export function streamedBlocks(events: readonly TracedEvent[]): StreamedBlocks {
  const blocks: Open[] = []
  const withoutBlock: TracedEvent[] = []
  let open: Open[] = []
  let isClear = true
  for (const event of events) {
    if (event.type === 'content_block_start') {
      const opening = member(event.payload, 'content_block')
      isClear &&= typeof member(opening, 'type') === 'string'
      if (open.some((other) => isSame(other, event))) continue
      const block = { start: event, opening: isMembers(opening) ? opening : {}, deltas: [], isEnded: false }
      blocks.push(block)
      open.push(block)
    } else if (event.type === 'content_block_delta' || event.type === 'content_block_stop') {
      const block = meantBy(event, open)
      isClear &&= block !== undefined
      if (event.type === 'content_block_delta') (block?.deltas ?? withoutBlock).push(event)
      else if (block !== undefined) open = ended(block, open)
    } else if (event.type === 'message_delta' || event.type === 'message_stop') {
      for (const block of open) block.isEnded = true
      open = []
    } else isClear &&= event.type !== unreadable
  }
  return { blocks, withoutBlock, isClear }
}

/** Whether a block that is open already is started once more: a defect of the order, and no second block. */
function isSame({ start, opening }: Open, { payload }: TracedEvent): boolean {
  const again = member(payload, 'content_block')
  const isAlike = (name: string) => member(again, name) === opening[name]
  return member(start.payload, 'index') === member(payload, 'index') && isAlike('type') && isAlike('id')
}

function ended(block: Open, open: readonly Open[]): Open[] {
  block.isEnded = true
  return open.filter((other) => other !== block)
}

function meantBy({ payload }: TracedEvent, open: readonly Open[]): Open | undefined {
  if (open.length < 2) return open[0]
  return open.findLast(({ start }) => member(start.payload, 'index') === member(payload, 'index'))
}
