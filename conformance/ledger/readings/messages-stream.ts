/** Readings of the messages stream. */
export default {
  S1: 'The six events come in their order, deltas and stops for the block that is open: stated. One `message_delta`, and indices that count 0, 1, 2: implied.',
  S2: 'Other events may stand anywhere. `[DONE]` before the end is a violation, after it an implied one. An error event ends a stream legally and leaves it inconclusive.',
  S3: 'Names, ids, comments, any line ending and any cut into chunks are permitted. A name that contradicts its payload is an implied violation.',
  S4: 'The started message has its four fields, and no reason to stop yet.',
  S5: 'Deltas of a text carry text. Those of other blocks are open; pieces of JSON, where they are given, make an object that fits: implied.',
  S6: 'The closing delta has a reason and its event has counts: stated. That the counts stand inside the delta: implied.',
  S7: 'A last event without its blank line, an end before `message_stop`, a payload that is no typed object and another content type are violations.',
  S8: 'When events arrive is only noted.',
} as const
