import { excluded, judged, type Part } from '../row.ts'

export default {
  title: 'Parts',
  rows: [
    judged('A part is an object of optional fields.', ['content.part-type-refused']),
    judged('`text` is a string.', ['content.text-type-refused', 'content.reply-text']),
    judged('`inlineData` is an object.', ['content.inline-data-type-refused', 'content.reply-inline-data']),
    judged('`inlineData`: `mimeType` is a required string.', [
      'content.mime-type-missing-refused',
      'content.inline-data-type-refused',
      'content.reply-inline-data',
    ]),
    judged('`inlineData`: `data` is a required string of base64.', [
      'content.inline-data-data-missing-refused',
      'content.inline-data-type-refused',
      'content.inline-data-base64-refused',
      'content.reply-inline-data',
    ]),
    judged(
      '`fileData`: `mimeType` and `fileUri` are required strings.',
      ['content.reply-file-data'],
      'In a request a reference to a file is not supported, and what a target does with one is not specified (C4).',
    ),
    judged('`functionCall`: `name` is a required string.', [
      'content.function-call-name-missing-refused',
      'content.function-call-type-refused',
      'content.reply-function-call',
    ]),
    judged('`functionCall`: `args` is an optional object.', [
      'content.function-call-args-accepted',
      'content.function-call-type-refused',
      'content.reply-function-call',
    ]),
    judged('`functionResponse`: `name` is a required string.', [
      'content.function-response-accepted',
      'content.function-response-name-missing-refused',
      'content.function-response-type-refused',
      'content.reply-function-response',
    ]),
    judged('`functionResponse`: `response` is a required object.', [
      'content.function-response-response-missing-refused',
      'content.function-response-type-refused',
      'content.reply-function-response',
    ]),
    judged('`executableCode`: `language` is required: `PYTHON` or `LANGUAGE_UNSPECIFIED`.', [
      'content.outcome-ok-accepted',
      'content.executable-code-language-missing-refused',
      'content.executable-code-language-unknown-refused',
      'content.reply-executable-code',
    ]),
    judged('`executableCode`: `code` is a required string.', [
      'content.executable-code-code-missing-refused',
      'content.executable-code-type-refused',
      'content.reply-executable-code',
    ]),
    judged(
      '`codeExecutionResult`: `outcome` is required: `OUTCOME_OK`, `OUTCOME_FAILED`, `OUTCOME_DEADLINE_EXCEEDED` or `OUTCOME_UNSPECIFIED`.',
      [
        'content.outcome-ok-accepted',
        'content.outcome-failed-accepted',
        'content.outcome-deadline-exceeded-accepted',
        'content.outcome-missing-refused',
        'content.outcome-unknown-refused',
        'content.reply-code-execution-result',
      ],
    ),
    judged(
      'A response may spell an outcome `OK`.',
      ['content.reply-code-execution-result'],
      'Both spellings are permitted in responses (C9).',
    ),
    judged('`codeExecutionResult`: `output` is an optional string.', [
      'content.code-execution-output-accepted',
      'content.code-execution-result-type-refused',
      'content.reply-code-execution-result',
    ]),
    excluded(
      'A part has exactly one of these fields.',
      'The specification does not say so: a part with none or with two is unspecified.',
      'G16',
    ),
  ],
} as const satisfies Part
