import * as messages from './oddities/messages.ts'
import type { Variant } from './variant.ts'

/** What messages and their streams hold and leave out. */
const variants: readonly Variant[] = [
  {
    id: 'messages-pings',
    name: 'sends pings everywhere, several message_delta, and usage in delta only',
    permittedBy: 'S1, S2, S6',
    areas: ['messages'],
    oddities: [messages.usageOnly('delta'), messages.severalDeltas, messages.pings],
    warns: { 'messages.stream-one-message-delta': 'S1: exactly one message_delta is the tighter reading of section 6' },
  },
  {
    id: 'messages-usage-beside-delta',
    name: 'gives usage beside delta and lets every fifth stream end in an error',
    permittedBy: 'S6, S2',
    areas: ['messages'],
    oddities: [messages.usageOnly('top'), messages.endsInError],
    warns: { 'messages.stream-usage-in-delta': 'S6: section 6 writes usage inside delta' },
  },
  {
    id: 'messages-bare-events',
    name: 'sends nothing but what section 6 lists, and errors that hold error alone',
    permittedBy: 'S4, S5, M5',
    areas: ['messages'],
    oddities: [messages.bareEvents, messages.errorAlone],
  },
  {
    id: 'messages-odd-blocks',
    name: 'has text in content_block_start, blocks without deltas, and empty pieces of JSON',
    permittedBy: 'S1, S5',
    areas: ['messages'],
    oddities: [messages.oddBlocks],
  },
  {
    id: 'messages-more-blocks',
    name: 'adds blocks of other kinds and splits texts in two',
    permittedBy: 'G1, S5',
    areas: ['messages'],
    oddities: [messages.moreBlocks, messages.moreKinds],
  },
  {
    id: 'messages-cache-counts-null',
    name: 'counts nothing cached as null',
    permittedBy: 'G4',
    areas: ['messages'],
    oddities: [messages.cacheCounts(null)],
    warns: {
      'messages.reply-cache-creation-tokens-present': 'G4: the table lists the count without a condition',
      'messages.reply-cache-read-tokens-present': 'G4: the table lists the count without a condition',
    },
  },
  {
    id: 'messages-says-little',
    name: 'counts nothing cached by silence, says nothing, and refuses with other statuses than 400',
    permittedBy: 'G4, M10, M1',
    areas: ['messages'],
    oddities: [messages.cacheCounts(undefined), messages.saysNothing, messages.otherStatuses],
    warns: {
      'messages.reply-cache-creation-tokens-present': 'G4: the table lists the count without a condition',
      'messages.reply-cache-read-tokens-present': 'G4: the table lists the count without a condition',
      'messages.error-status-400': 'M1: exactly 400 is the tighter reading of section 7',
    },
  },
  {
    id: 'messages-cut-tool-use',
    name: 'lets the limit cut tool uses in the middle of their input',
    permittedBy: 'M8, M9',
    areas: ['messages'],
    oddities: [messages.cutToolUse],
  },
]
export default variants
