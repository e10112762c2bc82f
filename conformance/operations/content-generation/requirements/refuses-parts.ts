import { refused } from './refused.ts'

const code = { capability: 'code-execution' } as const

/** Broken rules of the parts of a turn that a target refuses. */
export default [
  refused('content.part-type-refused', 'a part that is not an object'),
  refused('content.text-type-refused', 'a `text` that is not a string'),
  refused('content.inline-data-type-refused', 'inline data with a member of the wrong type'),
  refused('content.mime-type-missing-refused', 'inline data without `mimeType`'),
  refused('content.inline-data-data-missing-refused', 'inline data without `data`'),
  refused('content.inline-data-base64-refused', '`data` that is not base64', { reading: 'C7' }),
  refused('content.media-type-unlisted-refused', 'a media type that is not listed', {
    level: 'implied',
    reading: 'C4',
  }),
  refused('content.function-call-type-refused', 'a function call with a member of the wrong type'),
  refused('content.function-call-name-missing-refused', 'a function call without `name`'),
  refused('content.function-response-type-refused', 'a function response with a member of the wrong type'),
  refused('content.function-response-name-missing-refused', 'a function response without `name`'),
  refused('content.function-response-response-missing-refused', 'a function response without `response`'),
  refused('content.executable-code-type-refused', 'executable code with a member of the wrong type', code),
  refused('content.executable-code-language-missing-refused', 'executable code without `language`', code),
  refused('content.executable-code-language-unknown-refused', 'executable code in a language that is not listed', code),
  refused('content.executable-code-code-missing-refused', 'executable code without `code`', code),
  refused('content.code-execution-result-type-refused', 'a result of code with a member of the wrong type', code),
  refused('content.outcome-missing-refused', 'a result of code without `outcome`', code),
  refused('content.outcome-unknown-refused', 'an outcome that is not listed', code),
] as const
