/** Interpretations of messages that are not streamed. */
export default {
  M1: 'A request that violates a rule gets a 4xx with the error body (also if it asks for a stream), and a 400 has its listed word. That the status is exactly 400 is implied; no other status is permitted if the control request was accepted. Where the table is not clear, the rejection itself is implied.',
  M2: 'The end points of open intervals are unspecified; values beyond them are rejected.',
  M3: 'A model name that is too long is also unknown, so its rejection is implied. Names of the maximum length are never sent as valid.',
  M4: 'A missing or wrong key gets 401 and `authentication_error`.',
  M5: 'An error has three strings; a `type` beside it is permitted.',
  M6: 'The content of a document, the existing versions and the token limit of a model are unspecified. Only configured beta values are sent; that both ways to send them get the same status is implied.',
  M7: 'Consecutive turns of one role, and a last turn of the assistant, are accepted. How the model uses them cannot be observed.',
  M8: 'A stop sequence is present exactly when it is the stop reason, and it is one of the request: stated, but unspecified in streams. That stop reasons and tool uses agree is implied.',
  M9: 'A tool choice is obeyed, unless the response was cut. Declared names and matching inputs are implied; an input is an object.',
  M10: 'Output tokens are never 0 and ids never repeat: stated. That output tokens stay within the `max_tokens` of a valid request, and that the tool uses of a response have distinct ids, is implied. No content is permitted; an empty text is not.',
  M11: 'The response is a stream exactly when a stream was requested.',
} as const
