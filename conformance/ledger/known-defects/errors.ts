import { caught, excused } from './defect.ts'

/** Defects of how requests are refused. */
export default [
  caught(29, 'An invalid request is answered with 500.', ['new-api#6773', 'new-api#3509'], {
    faults: ['messages-500-for-no-max-tokens', 'images-500-for-a-missing-prompt', 'images-500-for-a-broken-file'],
    requirements: [
      'messages.max-tokens-missing-refused',
      'images.generate-prompt-missing-refused',
      'images.variation-image-damaged-refused',
    ],
  }),
  caught(
    30,
    'An error comes in the body of a success.',
    ['hebo-platform#471', 'model-hotel PR#821', 'langchain PR#40380'],
    {
      faults: ['messages-error-in-200', 'content-error-in-200', 'usage-error-as-success'],
      requirements: ['messages.reply-not-error', 'content.reply-recognised', 'usage.reply-envelope'],
    },
  ),
  caught(
    31,
    'The error body has the words of another protocol.',
    ['litellm PR#30385', 'litellm#39037', 'BricksLLM#40'],
    {
      faults: ['messages-400-other-word', 'messages-error-no-type'],
      requirements: ['messages.error-word-of-400', 'messages.error-type'],
    },
  ),
  caught(
    32,
    'Errors of the framework leak: 422 with `{"detail": […]}`.',
    ['oai-compatible-copilot#161', 'chatgpt2api PR#18'],
    {
      faults: ['messages-error-as-detail', 'messages-invalid-422', 'content-error-as-detail', 'content-invalid-422'],
      requirements: [
        'messages.error-object',
        'messages.error-status-400',
        'content.error-object',
        'content.broken-rule-invalid-argument',
      ],
    },
  ),
  caught(33, '`error.code` is a string, and a 429 becomes a 500.', ['gemini-balance#327'], {
    faults: ['content-error-code-as-text'],
    requirements: ['content.error-code'],
    excuse: 'What a status was behind the gateway does not show.',
  }),
  caught(34, 'An error becomes the text of a successful reply.', ['zuisong/gemini-openai-proxy#29'], {
    faults: ['messages-error-as-answer'],
    requirements: ['messages.key-invalid-refused'],
    excuse: 'Seen for requests that have to be refused. For others, what a model says is not judged (G13).',
  }),
  caught(35, 'An error is a page of HTML.', ['claude-code-router#160', 'new-api (its source)', 'llm-mock (observed)'], {
    faults: ['messages-error-html', 'content-error-html', 'messages-html-page', 'usage-html', 'images-html'],
    requirements: [
      'messages.error-json',
      'content.error-json',
      'messages.reply-json',
      'usage.reply-parses',
      'images.reply-parses',
    ],
  }),
  excused(
    51,
    'Messages of errors show stack traces and paths of files.',
    ['@musistudio/llms (observed)'],
    'The document says nothing of what a message holds, but that it is a string.',
  ),
  excused(
    52,
    'The server hangs on malformed JSON.',
    ['prism 5.16 (observed)'],
    'A time-out is no refusal and no proof of its absence: that requirement, and with it the run, is inconclusive and never a pass (G10).',
  ),
  excused(
    53,
    'The server dies of a request.',
    ['llm-mock 0.6.7 (observed)'],
    'Nobody answers any more: what was not judged is inconclusive, and so is the run (G11).',
  ),
  caught(54, 'A 401 is plain text.', ['CCR 1.0.73 (observed)'], {
    faults: [
      'messages-401-in-words',
      'messages-error-as-plain-text',
      'content-error-as-plain-text',
      'usage-error-as-plain-text',
    ],
    requirements: [
      'messages.error-json',
      'messages.error-content-type',
      'content.error-content-type',
      'usage.error-content-type',
    ],
  }),
] as const
