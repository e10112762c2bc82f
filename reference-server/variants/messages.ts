import * as messages from './quirks/messages.ts'
import * as more from './quirks/messages-more.ts'
import { replies, type Variant } from './variant.ts'

/** Variants of the optional content of messages and their streams. */
const variants: readonly Variant[] = [
  {
    id: 'messages-pings',
    name: 'sends pings everywhere, several message_delta events, and usage in delta only',
    permittedBy: 'S1, S2, S6',
    areas: ['messages'],
    alterations: replies(messages.usageOnly('delta'), messages.severalDeltas, messages.pings),
    warns: {
      'messages.stream-one-message-delta': 'S1: exactly one message_delta is the stricter interpretation of section 6',
    },
  },
  {
    id: 'messages-usage-beside-delta',
    name: 'sends usage beside delta and ends every fifth stream with an error',
    permittedBy: 'S6, S2',
    areas: ['messages'],
    alterations: replies(messages.usageOnly('top'), messages.endsInError),
    warns: { 'messages.stream-usage-in-delta': 'S6: section 6 writes usage inside delta' },
  },
  {
    id: 'messages-bare-events',
    name: 'sends only the members that section 6 lists, and errors with only the member error',
    permittedBy: 'S4, S5, M5',
    areas: ['messages'],
    alterations: replies(messages.bareEvents, messages.errorAlone),
  },
  {
    id: 'messages-odd-blocks',
    name: 'sends text in content_block_start, blocks without deltas, and empty pieces of JSON',
    permittedBy: 'S1, S5',
    areas: ['messages'],
    alterations: replies(messages.oddBlocks),
  },
  {
    id: 'messages-more-blocks',
    name: 'adds blocks of other types and splits texts in two',
    permittedBy: 'G1, S5',
    areas: ['messages'],
    alterations: replies(messages.moreBlocks, messages.moreKinds),
  },
  {
    id: 'messages-cache-counts-null',
    name: 'sends null for the cache counts',
    permittedBy: 'G4',
    areas: ['messages'],
    alterations: replies(messages.cacheCounts(null)),
    warns: {
      'messages.reply-cache-creation-tokens-present': 'G4: the table lists the count without a condition',
      'messages.reply-cache-read-tokens-present': 'G4: the table lists the count without a condition',
    },
  },
  {
    id: 'messages-says-little',
    name: 'leaves out the cache counts, returns no content, and rejects with statuses other than 400',
    permittedBy: 'G4, M10, M1',
    areas: ['messages'],
    alterations: replies(messages.cacheCounts(undefined), messages.saysNothing, messages.otherStatuses),
    warns: {
      'messages.reply-cache-creation-tokens-present': 'G4: the table lists the count without a condition',
      'messages.reply-cache-read-tokens-present': 'G4: the table lists the count without a condition',
      'messages.error-status-400': 'M1: exactly 400 is the stricter interpretation of section 7',
    },
  },
  {
    id: 'messages-cut-tool-use',
    name: 'cuts tool uses at the token limit, in the middle of their input',
    permittedBy: 'M8, M9',
    areas: ['messages'],
    alterations: replies(messages.cutToolUse),
  },
  {
    id: 'messages-notices-of-errors',
    name: 'reports resolved problems in its own events, with a member named error',
    permittedBy: 'S2, G1',
    areas: ['messages'],
    alterations: replies(more.noticesOfErrors),
  },
  {
    id: 'messages-sparse-usage-beside',
    name: 'reports token counts inside delta, and only output tokens outside of it',
    permittedBy: 'S6, G1',
    areas: ['messages'],
    alterations: replies(more.sparseUsageBeside),
  },
  {
    id: 'messages-growing-counts',
    name: 'sends two message_delta events, only the last with input counts',
    permittedBy: 'S1, S6',
    areas: ['messages'],
    alterations: replies(more.growingCounts),
    warns: {
      'messages.stream-one-message-delta': 'S1: exactly one message_delta is the stricter interpretation of section 6',
    },
  },
  {
    id: 'messages-many-code-points',
    name: 'sends texts of 5000002 code points that are 2500001 graphemes',
    permittedBy: 'G6',
    areas: ['messages'],
    alterations: replies(more.manyCodePoints),
  },
  {
    id: 'messages-ids-of-its-own',
    name: 'sends long ids with periods, colons and slashes',
    permittedBy: 'G4, 2.9',
    areas: ['messages'],
    alterations: replies(more.idsOfItsOwn),
  },
  {
    id: 'messages-silent-errors',
    name: 'rejects with empty texts and unlisted members',
    permittedBy: 'M5, G1',
    areas: ['messages'],
    alterations: replies(more.silentErrors),
  },
  {
    id: 'messages-cached-counts',
    name: 'reports no input tokens, but billions of cached tokens',
    permittedBy: 'G4, 2.9',
    areas: ['messages'],
    alterations: replies(more.cachedCounts),
  },
  {
    id: 'messages-floating-integers',
    name: 'writes integers with a zero fraction and with an exponent',
    permittedBy: 'G5',
    areas: ['messages'],
    alterations: replies(more.floatingIntegers),
  },
  {
    id: 'messages-escaped-letters',
    name: 'writes JSON over many lines with escaped non-ASCII letters, and with other scripts and names',
    permittedBy: 'G13, G14, RFC 8259',
    areas: ['messages'],
    alterations: replies(more.elsewhere, more.escapedLetters),
  },
  {
    id: 'messages-streams-nothing',
    name: 'streams messages without content blocks',
    permittedBy: 'S1, M10',
    areas: ['messages'],
    alterations: replies(more.noBlocks),
  },
  {
    id: 'messages-single-characters',
    name: 'streams a delta for every character, with empty deltas between them, after a minimal start',
    permittedBy: 'S1, S4, S5',
    areas: ['messages'],
    alterations: replies(more.sparseStart, more.singleCharacters),
  },
  {
    id: 'messages-blocks-at-once',
    name: 'sends each text and the whole input of each tool use at its start, without deltas',
    permittedBy: 'S5',
    areas: ['messages'],
    alterations: replies(more.blocksAtOnce),
  },
]
export default variants
