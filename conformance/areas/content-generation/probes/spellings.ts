import type { Probe } from '../../../model/plan.ts'
import { generateContent, streamContent } from '../operations.ts'
import { question } from '../templates/build.ts'
import { oneRequest } from './one-request.ts'

/** Features that other requests use in one spelling only, or only beside another value that may be rejected instead. */
export default [
  spelling('plain-text', '`text/plain` in the camelCase word', ['content.response-mime-type-text-accepted'], {
    responseMimeType: 'text/plain',
  }),
  spelling(
    'snake-case-schema',
    '`response_schema` with a type other than `STRING`',
    ['content.response-schema-snake-case-accepted'],
    { responseMimeType: 'application/json', response_schema: { type: 'NUMBER' } },
  ),
  oneRequest(
    streamContent,
    'snake-case-unspecified-mode',
    '`MODE_UNSPECIFIED` in the snake_case words',
    question('Name a color.', {
      tools: [{ function_declarations: [{ name: 'get_weather' }] }],
      tool_config: { function_calling_config: { mode: 'MODE_UNSPECIFIED' } },
    }),
    ['content.mode-unspecified-accepted'],
  ),
]

function spelling(
  name: string,
  purpose: string,
  aims: readonly string[],
  generationConfig: Readonly<Record<string, unknown>>,
): Probe {
  return oneRequest(generateContent, name, purpose, question('How many days has a week?', { generationConfig }), aims)
}
