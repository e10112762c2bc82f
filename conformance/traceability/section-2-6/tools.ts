import { excluded, judged, type Part } from '../row.ts'

export default {
  title: 'Tools',
  rows: [
    judged('`tools` is an optional array of Tool.', ['content.several-tools-accepted', 'content.tools-type-refused']),
    judged('Tool: `functionDeclarations` is an optional array.', [
      'content.function-declarations-accepted',
      'content.function-declarations-type-refused',
    ]),
    judged('Tool: `codeExecution` is an optional empty object, which enables code execution.', [
      'content.code-execution-accepted',
      'content.code-execution-type-refused',
    ]),
    judged('FunctionDeclaration: `name` is a required string.', [
      'content.function-name-missing-refused',
      'content.function-declarations-type-refused',
    ]),
    judged('FunctionDeclaration: `description` is an optional string.', [
      'content.function-description-accepted',
      'content.function-declarations-type-refused',
    ]),
    judged('FunctionDeclaration: `parameters` is an optional object, a JSON Schema.', [
      'content.function-parameters-accepted',
      'content.function-declarations-type-refused',
      'content.call-args-fit-parameters',
    ]),
    judged('`toolConfig` is optional, and so is its object `functionCallingConfig`.', [
      'content.tool-config-empty-accepted',
      'content.mode-auto-accepted',
      'content.tool-config-type-refused',
    ]),
    judged('FunctionCallingConfig: `mode` is optional: `MODE_UNSPECIFIED`, `AUTO`, `ANY` or `NONE`.', [
      'content.mode-missing-accepted',
      'content.mode-unspecified-accepted',
      'content.mode-auto-accepted',
      'content.mode-any-accepted',
      'content.mode-none-accepted',
      'content.mode-unknown-refused',
      'content.tool-config-type-refused',
    ]),
    excluded('`MODE_UNSPECIFIED` and `AUTO`: the model decides when to call.', 'Either choice conforms.'),
    judged('`ANY`: the model must call a function.', [
      'content.mode-any-calls-a-function',
      'content.stream-mode-any-calls-a-function',
    ]),
    judged('`NONE`: the model cannot call one.', [
      'content.mode-none-calls-nothing',
      'content.stream-mode-none-calls-nothing',
    ]),
    judged('FunctionCallingConfig: `allowedFunctionNames` is an optional array of strings.', [
      'content.allowed-function-names-accepted',
      'content.allowed-function-names-type-refused',
    ]),
    judged('The model calls functions that are declared, and allowed.', ['content.called-function-allowed']),
  ],
} as const satisfies Part
