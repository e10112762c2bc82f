import { caught, excused } from './defect.ts'

/** Defects of how requests are rejected. */
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
    'An error body is sent with a success status.',
    ['hebo-platform#471', 'model-hotel PR#821', 'langchain PR#40380'],
    {
      faults: ['messages-error-in-200', 'content-error-in-200', 'usage-error-as-success'],
      requirements: ['messages.reply-not-error', 'content.reply-recognised', 'usage.reply-envelope'],
    },
  ),
  caught(31, 'The error body is that of another API.', ['litellm PR#30385', 'litellm#39037', 'BricksLLM#40'], {
    faults: ['messages-400-other-word', 'messages-error-no-type'],
    requirements: ['messages.error-word-of-400', 'messages.error-type'],
  }),
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
    excuse: 'The status behind the gateway cannot be observed.',
  }),
  caught(34, 'An error becomes the text of a successful response.', ['zuisong/gemini-openai-proxy#29'], {
    faults: ['messages-error-as-answer'],
    requirements: ['messages.key-invalid-refused'],
    excuse: 'Detected for requests that must be rejected. For others, model output is not judged (G13).',
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
    'Error messages contain stack traces and file paths.',
    ['@musistudio/llms (observed)'],
    'The specification only says that a message is a string.',
  ),
  excused(
    52,
    'The server hangs on malformed JSON.',
    ['prism 5.16 (observed)'],
    'A timeout is neither a rejection nor an acceptance: the requirement, and with it the run, is inconclusive (G10).',
  ),
  excused(
    53,
    'The server crashes on a request.',
    ['llm-mock 0.6.7 (observed)'],
    'There are no further responses: everything not yet judged is inconclusive, and so is the run (G11).',
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
