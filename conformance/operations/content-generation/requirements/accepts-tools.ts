import { accepted } from './accepted.ts'

const withFunctions = { dependsOn: ['content.function-declarations-accepted'] }
const inReturn = { dependsOn: ['content.function-response-accepted'] }
const code = { capability: 'code-execution' } as const
const inHistory = {
  ...code,
  dependsOn: ['content.code-execution-accepted', 'content.history-accepted', 'content.several-parts-accepted'],
}

/** Functions, code execution and their traces in a history that a target accepts. */
export default [
  accepted('content.function-declarations-accepted', '`functionDeclarations`'),
  accepted('content.several-tools-accepted', 'several entries in its `tools`', { level: 'implied', ...withFunctions }),
  accepted('content.function-description-accepted', 'a function `description`'),
  accepted('content.function-parameters-accepted', 'function `parameters`'),
  accepted('content.mode-unspecified-accepted', 'the mode `MODE_UNSPECIFIED`', withFunctions),
  accepted('content.mode-auto-accepted', 'the mode `AUTO`', withFunctions),
  accepted('content.mode-any-accepted', 'the mode `ANY`', withFunctions),
  accepted('content.mode-none-accepted', 'the mode `NONE`', withFunctions),
  accepted('content.allowed-function-names-accepted', '`allowedFunctionNames`', {
    dependsOn: ['content.mode-any-accepted'],
  }),
  accepted('content.function-response-accepted', 'a function call and its response in the history', {
    dependsOn: ['content.function-declarations-accepted', 'content.history-accepted'],
  }),
  accepted('content.function-call-args-accepted', '`args` in a function call of the history', inReturn),
  accepted('content.code-execution-accepted', '`codeExecution`', code),
  accepted('content.outcome-ok-accepted', 'code and its outcome `OUTCOME_OK` in the history', inHistory),
  accepted('content.outcome-failed-accepted', 'code and its outcome `OUTCOME_FAILED` in the history', inHistory),
  accepted(
    'content.outcome-deadline-exceeded-accepted',
    'code and its outcome `OUTCOME_DEADLINE_EXCEEDED` in the history',
    inHistory,
  ),
  accepted('content.code-execution-output-accepted', 'the `output` of code in the history', {
    ...code,
    dependsOn: [
      'content.outcome-ok-accepted',
      'content.outcome-failed-accepted',
      'content.outcome-deadline-exceeded-accepted',
    ],
  }),
] as const
