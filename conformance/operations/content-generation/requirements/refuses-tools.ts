import { refused } from './refused.ts'

/** Broken rules of tools and safety settings that a target refuses. */
export default [
  refused('content.tools-type-refused', '`tools` that are not a list of objects'),
  refused('content.code-execution-type-refused', 'a `codeExecution` that is not an object', {
    capability: 'code-execution',
  }),
  refused('content.function-declarations-type-refused', 'a function declaration with a member of the wrong type'),
  refused('content.function-name-missing-refused', 'a function declaration without `name`'),
  refused('content.tool-config-type-refused', 'a `toolConfig` with a member of the wrong type'),
  refused('content.mode-unknown-refused', 'a function calling mode that is not listed'),
  refused('content.allowed-function-names-type-refused', '`allowedFunctionNames` that are not a list of strings'),
  refused('content.safety-settings-type-refused', '`safetySettings` that are not a list'),
  refused('content.safety-setting-type-refused', 'a safety setting with a member of the wrong type'),
  refused('content.safety-category-missing-refused', 'a safety setting without `category`'),
  refused('content.safety-category-unknown-refused', 'a safety category that is not listed'),
  refused('content.safety-threshold-missing-refused', 'a safety setting without `threshold`'),
  refused('content.safety-threshold-unknown-refused', 'a safety threshold that is not listed'),
] as const
