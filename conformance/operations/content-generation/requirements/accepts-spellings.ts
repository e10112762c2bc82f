import { accepted } from './accepted.ts'

/** The eight snake_case words of section 2.6 that a target accepts beside their camelCase twins. */
export default [
  spelled('content.inline-data-snake-case-accepted', 'inline_data', [
    'content.several-parts-accepted',
    'content.media-png-accepted',
  ]),
  spelled('content.mime-type-snake-case-accepted', 'mime_type', [
    'content.several-parts-accepted',
    'content.media-png-accepted',
  ]),
  spelled('content.system-instruction-snake-case-accepted', 'system_instruction', [
    'content.system-instruction-accepted',
  ]),
  spelled('content.tool-config-snake-case-accepted', 'tool_config', [
    'content.function-declarations-accepted',
    'content.mode-auto-accepted',
  ]),
  spelled('content.function-declarations-snake-case-accepted', 'function_declarations', [
    'content.function-declarations-accepted',
  ]),
  spelled('content.function-calling-config-snake-case-accepted', 'function_calling_config', [
    'content.function-declarations-accepted',
    'content.mode-auto-accepted',
  ]),
  spelled('content.response-mime-type-snake-case-accepted', 'response_mime_type', [
    'content.response-mime-type-json-accepted',
  ]),
  spelled('content.response-schema-snake-case-accepted', 'response_schema', [
    'content.response-mime-type-json-accepted',
    'content.response-schema-string-accepted',
  ]),
] as const

/**
 * One word. It depends on what it spells, and on the value that single requests show it with: where that is refused,
 * so is the request, whatever the spelling. Each is also shown with another value.
 */
function spelled<const Id extends string>(id: Id, word: string, dependsOn: readonly string[]) {
  return accepted(id, `\`${word}\` in snake_case`, { reading: 'C1', dependsOn })
}
