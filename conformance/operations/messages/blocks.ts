import { isMembers, type Members, member } from './members.ts'
import type { ToldEvent } from './told-event.ts'

/** One content block of a stream: its start and the deltas that came while it was open. */
export interface StreamedBlock {
  readonly start: ToldEvent
  /** What `content_block` says. */
  readonly opening: Members
  readonly deltas: readonly ToldEvent[]
}

/** The blocks of a stream by the order of its events; an event outside any block belongs to none. */
export function streamedBlocks(events: readonly ToldEvent[]): readonly StreamedBlock[] {
  const blocks: (StreamedBlock & { readonly deltas: ToldEvent[] })[] = []
  let isOpen = false
  for (const event of events) {
    if (event.type === 'content_block_start') {
      const opening = member(event.payload, 'content_block')
      blocks.push({ start: event, opening: isMembers(opening) ? opening : {}, deltas: [] })
      isOpen = true
    } else if (event.type === 'content_block_stop') isOpen = false
    else if (event.type === 'content_block_delta' && isOpen) blocks.at(-1)!.deltas.push(event)
  }
  return blocks
}
