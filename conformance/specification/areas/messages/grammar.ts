import type { Grammar } from '../../../core/wire/grammar.ts'

/** The order of a messages stream (section 6, interpretation S1). Events of other types may appear anywhere (S2). */
export const messageStream: Grammar = {
  start: 'at the start of the stream',
  accepting: ['after message_stop'],
  anywhere: [],
  states: {
    'at the start of the stream': { message_start: 'before the first block' },
    'before the first block': { content_block_start: 'in a block', message_delta: 'after message_delta' },
    'in a block': { content_block_delta: 'in a block', content_block_stop: 'after a block' },
    'after a block': { content_block_start: 'in a block', message_delta: 'after message_delta' },
    'after message_delta': { message_delta: 'after message_delta', message_stop: 'after message_stop' },
    'after message_stop': {},
  },
}
