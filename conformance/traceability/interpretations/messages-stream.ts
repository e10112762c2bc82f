/** Interpretations of the messages stream. */
export default {
  S1: 'The six events come in their order, and deltas and stops belong to the open block: stated. Exactly one `message_delta`, and indices that count 0, 1, 2, are implied.',
  S2: 'Other events may occur anywhere, also with a member named `error`. `[DONE]` before the end violates a stated requirement, after the end an implied one. An event of type `error` with the body of section 7 ends a stream correctly and makes it inconclusive; a message that continues after it is a violation.',
  S3: 'Event names, ids, comments, any line ending and any division into chunks are permitted. That an event name does not contradict its payload is implied.',
  S4: 'The message in `message_start` has its four fields, and no stop reason yet.',
  S5: 'Deltas of a text contain text. Deltas of other blocks are unspecified; that pieces of JSON, if present, form an object that matches the schema is implied.',
  S6: 'The last delta has a stop reason, and its event has integer counts of input and output tokens: stated, for each `usage` that is present. That the counts are inside the delta is implied.',
  S7: 'These are violations: a last event without its blank line, an end before `message_stop`, a payload that is not an object with a type, and another content type. Everything that was received completely is judged anyway.',
  S8: 'The time at which events arrive is only reported as information.',
} as const
