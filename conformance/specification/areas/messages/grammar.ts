import type { Grammar } from '../../../core/wire/grammar.ts'

/** The order of a messages stream (section 6, interpretation S1). Events of other types may appear anywhere (S2). */
export const messageStream: Grammar = {
  start: 'opening',
  accepting: ['ended'],
  anywhere: [],
  states: {
    opening: { message_start: 'between blocks' },
    'between blocks': { content_block_start: 'in a block', message_delta: 'closing' },
    'in a block': { content_block_delta: 'in a block', content_block_stop: 'between blocks' },
    closing: { message_delta: 'closing', message_stop: 'ended' },
    ended: {},
  },
}
