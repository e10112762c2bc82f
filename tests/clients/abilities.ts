/** What is tried of each client: the heading in the table, and what must hold so that it works. */
export const abilities = {
  text: { heading: 'text', means: 'a reply whose text answers the prompt' },
  stream: {
    heading: 'stream',
    means: 'several pieces that together equal the text of the same request without a stream',
  },
  tools: {
    heading: 'tools',
    means: 'a call with arguments that match the schema, and a text after the result was sent back',
  },
  streamedTools: { heading: 'tools, streamed', means: 'the same call, assembled from a stream' },
  structured: { heading: 'structured output', means: 'an object that matches the schema given to the client' },
  imageInput: { heading: 'image input', means: 'an image in the prompt, which the server counts in the usage' },
  generate: { heading: 'generate', means: 'the requested number of images, of the requested size' },
  edit: { heading: 'edit', means: 'an image with a mask, and several images if the client supports them' },
  variation: { heading: 'variation', means: 'the requested number of variations, of the requested size' },
  errors: {
    heading: 'errors',
    means: 'a wrong key and a rejected request raise errors of the client, with their status',
  },
} as const

/** What can be tried of a client. */
export type Ability = keyof typeof abilities

/**
 * The tries of one client. What is left out, the client or its format does not have. `note` shows that what the table notes of
 * it is still so.
 */
export type Exercises = Readonly<Partial<Record<Ability | 'note', () => Promise<void>>>>

/** What came of the tries of one client: `works`, or the message of what went wrong. */
export type Outcomes = Readonly<Partial<Record<Ability | 'note', string>>>
