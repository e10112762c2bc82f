/** The features that each client is tried with: the table heading, and the condition for "works". */
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

/** A feature that a client is tried with. */
export type Ability = keyof typeof abilities

/**
 * The exercises of one client. A feature is missing if the client or its format does not have it. `note` verifies that
 * a limitation which the table notes still exists.
 */
export type Exercises = Readonly<Partial<Record<Ability | 'note', () => Promise<void>>>>

/** The outcomes of a client's exercises: `works`, or the error message. */
export type Outcomes = Readonly<Partial<Record<Ability | 'note', string>>>
