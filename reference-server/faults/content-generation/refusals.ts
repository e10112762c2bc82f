import type { RequirementId } from '../../../conformance/catalogue.ts'
import { json } from '../../reply.ts'
import { onError } from '../alterations.ts'
import { overlooks } from '../families.ts'
import type { Fault } from '../fault.ts'

type Refused = Extract<RequirementId, `content.${string}-refused`>

/** How the server fails to enforce each rule. */
const failures: { readonly [Id in Refused]: (id: Id) => Fault } = {
  'content.malformed-json-refused': overlooks,
  'content.body-type-refused': overlooks,
  'content.model-unknown-refused': servesUnknownModels,
  'content.contents-missing-refused': overlooks,
  'content.contents-type-refused': overlooks,
  'content.turn-type-refused': overlooks,
  'content.parts-missing-refused': overlooks,
  'content.parts-type-refused': overlooks,
  'content.role-unknown-refused': overlooks,
  'content.role-type-refused': overlooks,
  'content.system-instruction-type-refused': overlooks,
  'content.system-instruction-parts-missing-refused': overlooks,
  'content.system-instruction-non-text-refused': overlooks,
  'content.part-type-refused': overlooks,
  'content.text-type-refused': overlooks,
  'content.inline-data-type-refused': overlooks,
  'content.mime-type-missing-refused': overlooks,
  'content.inline-data-data-missing-refused': overlooks,
  'content.inline-data-base64-refused': overlooks,
  'content.media-type-unlisted-refused': overlooks,
  'content.function-call-type-refused': overlooks,
  'content.function-call-name-missing-refused': overlooks,
  'content.function-response-type-refused': overlooks,
  'content.function-response-name-missing-refused': overlooks,
  'content.function-response-response-missing-refused': overlooks,
  'content.executable-code-type-refused': overlooks,
  'content.executable-code-language-missing-refused': overlooks,
  'content.executable-code-language-unknown-refused': overlooks,
  'content.executable-code-code-missing-refused': overlooks,
  'content.code-execution-result-type-refused': overlooks,
  'content.outcome-missing-refused': overlooks,
  'content.outcome-unknown-refused': overlooks,
  'content.tools-type-refused': overlooks,
  'content.code-execution-type-refused': overlooks,
  'content.function-declarations-type-refused': overlooks,
  'content.function-name-missing-refused': overlooks,
  'content.tool-config-type-refused': overlooks,
  'content.mode-unknown-refused': overlooks,
  'content.allowed-function-names-type-refused': overlooks,
  'content.safety-settings-type-refused': overlooks,
  'content.safety-setting-type-refused': overlooks,
  'content.safety-category-missing-refused': overlooks,
  'content.safety-category-unknown-refused': overlooks,
  'content.safety-threshold-missing-refused': overlooks,
  'content.safety-threshold-unknown-refused': overlooks,
  'content.generation-config-type-refused': overlooks,
  'content.stop-sequences-six-refused': overlooks,
  'content.stop-sequences-type-refused': overlooks,
  'content.temperature-beyond-refused': overlooks,
  'content.temperature-below-refused': overlooks,
  'content.temperature-type-refused': overlooks,
  'content.candidate-count-type-refused': overlooks,
  'content.max-output-tokens-type-refused': overlooks,
  'content.top-p-type-refused': overlooks,
  'content.top-k-type-refused': overlooks,
  'content.seed-type-refused': overlooks,
  'content.presence-penalty-type-refused': overlooks,
  'content.frequency-penalty-type-refused': overlooks,
  'content.response-logprobs-type-refused': overlooks,
  'content.logprobs-type-refused': overlooks,
  'content.enhanced-civic-answers-type-refused': overlooks,
  'content.thinking-config-type-refused': overlooks,
  'content.speech-config-type-refused': overlooks,
  'content.language-code-unsupported-refused': overlooks,
  'content.media-resolution-unknown-refused': overlooks,
  'content.media-resolution-type-refused': overlooks,
  'content.response-modality-unknown-refused': overlooks,
  'content.response-modalities-type-refused': overlooks,
  'content.response-mime-type-unknown-refused': overlooks,
  'content.response-mime-type-type-refused': overlooks,
  'content.response-schema-type-refused': overlooks,
  'content.schema-type-missing-refused': overlooks,
  'content.schema-type-unknown-refused': overlooks,
  'content.schema-member-type-refused': overlooks,
}

/** A server for each rule that it does not enforce. */
export const refusalFaults: readonly Fault[] = Object.entries(failures).map(([id, fail]) => fail(id as never))

/**
 * Every name is some model's. The handler knows its model by name, whatever a client calls an unknown one, so this
 * cannot be a violation overlooked.
 */
function servesUnknownModels(id: 'content.model-unknown-refused'): Fault {
  const candidates = [{ content: { role: 'model', parts: [{ text: 'amber apple' }] }, finishReason: 'STOP', index: 0 }]
  const serve = onError(['content.generate'], (reply) => (reply.status === 404 ? json(200, { candidates }) : reply))
  return { id: `overlook:${id}`, breaks: [id], alter: serve }
}
