/** Readings of messages in one piece. */
export default {
  M1: 'A broken rule gives a 4xx with the error body, and 400 with its word; exactly 400 is implied. Where the table is less than plain, the refusal itself is implied.',
  M2: 'The end points of open intervals are open themselves; values beyond them are refused.',
  M3: 'A model name that is too long is unknown too, so its refusal is implied; names at the limits are never sent as valid.',
  M4: 'A missing or wrong key gives 401 and `authentication_error`.',
  M5: 'An error has three strings; a `type` beside it is permitted.',
  M6: 'What a document holds, which versions there are and how many tokens a model may make is open. Only configured beta values are sent, and both ways to send them give the same status: implied.',
  M7: 'Turns of one role in a row and a last turn of the assistant are accepted. What is made of them does not show.',
  M8: 'A stop sequence is given exactly when it is the reason, and then one of the request: stated, but open in streams. Reasons and tool uses that contradict each other are implied violations.',
  M9: 'A choice of tools is obeyed unless the reply was cut. Declared names and fitting inputs are implied; an input is an object.',
  M10: 'Output tokens are never 0 and ids never repeat: stated. Output tokens stay within `max_tokens`: implied. No content is permitted, a text of no length is not.',
  M11: 'A stream is given exactly when it is asked for.',
} as const
