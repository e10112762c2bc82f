import { accepted } from './accepted.ts'

const spelling = { reading: 'C1' }
const inMedia = { ...spelling, dependsOn: ['content.several-parts-accepted'] }

/** The eight snake_case words of section 2.6 that a target accepts beside their camelCase twins. */
export default [
  accepted('content.inline-data-snake-case-accepted', '`inline_data` in snake_case', inMedia),
  accepted('content.mime-type-snake-case-accepted', '`mime_type` in snake_case', inMedia),
  accepted('content.system-instruction-snake-case-accepted', '`system_instruction` in snake_case', spelling),
  accepted('content.tool-config-snake-case-accepted', '`tool_config` in snake_case', {
    ...spelling,
    dependsOn: ['content.function-declarations-accepted'],
  }),
  accepted('content.function-declarations-snake-case-accepted', '`function_declarations` in snake_case', spelling),
  accepted('content.function-calling-config-snake-case-accepted', '`function_calling_config` in snake_case', {
    ...spelling,
    dependsOn: ['content.function-declarations-accepted'],
  }),
  accepted('content.response-mime-type-snake-case-accepted', '`response_mime_type` in snake_case', spelling),
  accepted('content.response-schema-snake-case-accepted', '`response_schema` in snake_case', {
    ...spelling,
    dependsOn: ['content.response-mime-type-json-accepted'],
  }),
] as const
