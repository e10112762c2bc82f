import type { Rule } from '../rules.ts'
import { conversation } from './conversation-rule.ts'
import { functionParameters } from './function-parameters-rule.ts'
import { mediaBytes } from './media-rule.ts'
import { outputMode } from './output-rule.ts'
import { safetyCategories } from './safety-rule.ts'
import { schemaFacets } from './schema-rule.ts'
import { systemInstruction, systemInstructionSentences } from './system-instruction-rule.ts'
import { toolUse } from './tool-rule.ts'

/** The rules of this area that a schema cannot express. */
export const contentGenerationRules: Readonly<Record<string, Rule>> = {
  'content-conversation': conversation,
  'content-function-parameters': functionParameters,
  'content-media-bytes': mediaBytes,
  'content-output-mode': outputMode,
  'content-safety-categories': safetyCategories,
  'content-schema-facets': schemaFacets,
  'content-system-instruction': systemInstruction,
  'content-tool-use': toolUse,
}

/** The sentences of these rules. */
export const contentGenerationSentences = systemInstructionSentences
