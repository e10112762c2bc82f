import { matchesGlob } from './glob.ts'

/** The ids that ended in `-refused` before the first release and now end in `-rejected`, without that last word. */
const rejections = `
  images.generate-malformed-json images.generate-body-type images.generate-prompt-missing images.generate-prompt-type
  images.generate-prompt-beyond images.generate-model-2-prompt-beyond images.generate-model-type
  images.generate-model-unknown images.generate-model-multi images.generate-n-type images.generate-n-below
  images.generate-n-beyond images.generate-model-2-n images.generate-quality-type images.generate-quality-unlisted
  images.generate-quality-of-model-2 images.generate-response-format-type images.generate-response-format-unlisted
  images.generate-size-type images.generate-size-unlisted images.generate-size-of-model-2 images.generate-model-2-size
  images.generate-style-type images.generate-style-unlisted images.generate-style-of-model-2 images.generate-user-type
  images.edit-malformed-form images.edit-prompt-missing images.edit-prompt-beyond
  images.edit-model-multi-prompt-beyond images.edit-model-2 images.edit-model-unknown images.edit-n-type
  images.edit-n-below images.edit-n-beyond images.edit-quality-unlisted images.edit-model-1-quality
  images.edit-response-format-unlisted images.edit-size-unlisted images.edit-model-1-size images.edit-model-multi-size
  images.edit-image-missing images.edit-image-kind images.edit-image-damaged images.edit-image-not-png
  images.edit-image-not-square images.edit-image-without-transparency images.edit-model-1-two-images
  images.edit-image-beyond images.edit-model-multi-image-beyond images.edit-mask-kind images.edit-mask-damaged
  images.edit-mask-size images.edit-mask-beyond images.variation-malformed-form images.variation-image-missing
  images.variation-image-kind images.variation-image-damaged images.variation-image-not-png
  images.variation-image-not-square images.variation-image-beyond images.variation-n-type images.variation-n-below
  images.variation-n-beyond images.variation-response-format-unlisted images.variation-size-unlisted
  images.variation-size-of-model-2 images.generate-missing-credential images.generate-invalid-credential
  images.generate-not-bearer images.edit-missing-credential images.edit-invalid-credential images.edit-not-bearer
  images.variation-missing-credential images.variation-invalid-credential images.variation-not-bearer
  content.malformed-json content.body-type content.model-unknown content.contents-missing content.contents-type
  content.turn-type content.parts-missing content.parts-type content.role-unknown content.role-type
  content.system-instruction-type content.system-instruction-parts-missing content.system-instruction-non-text
  content.part-type content.text-type content.inline-data-type content.mime-type-missing
  content.inline-data-data-missing content.inline-data-base64 content.media-type-unlisted content.function-call-type
  content.function-call-name-missing content.function-response-type content.function-response-name-missing
  content.function-response-response-missing content.executable-code-type content.executable-code-language-missing
  content.executable-code-language-unknown content.executable-code-code-missing content.code-execution-result-type
  content.outcome-missing content.outcome-unknown content.tools-type content.code-execution-type
  content.function-declarations-type content.function-name-missing content.tool-config-type content.mode-unknown
  content.allowed-function-names-type content.safety-settings-type content.safety-setting-type
  content.safety-category-missing content.safety-category-unknown content.safety-threshold-missing
  content.safety-threshold-unknown content.generation-config-type content.stop-sequences-six
  content.stop-sequences-type content.temperature-beyond content.temperature-below content.temperature-type
  content.candidate-count-type content.max-output-tokens-type content.top-p-type content.top-k-type content.seed-type
  content.presence-penalty-type content.frequency-penalty-type content.response-logprobs-type content.logprobs-type
  content.enhanced-civic-answers-type content.thinking-config-type content.speech-config-type
  content.language-code-unsupported content.media-resolution-unknown content.media-resolution-type
  content.response-modality-unknown content.response-modalities-type content.response-mime-type-unknown
  content.response-mime-type-type content.response-schema-type content.schema-type-missing content.schema-type-unknown
  content.schema-member-type messages.version-missing messages.malformed-json messages.body-type
  messages.model-missing messages.model-type messages.model-empty messages.model-too-long messages.max-tokens-missing
  messages.max-tokens-type messages.messages-missing messages.messages-type messages.system-type
  messages.metadata-type messages.user-id-type messages.user-id-too-long messages.stop-sequences-type
  messages.stop-sequence-type messages.stream-type messages.temperature-type messages.temperature-negative
  messages.temperature-beyond messages.top-p-type messages.top-p-negative messages.top-p-beyond messages.top-k-type
  messages.thinking-type messages.thinking-kind messages.thinking-budget-missing messages.thinking-budget-type
  messages.thinking-budget-below messages.thinking-budget-over messages.message-type messages.role-missing
  messages.role-type messages.role-unknown messages.role-system messages.content-missing messages.content-type
  messages.block-type messages.block-kind messages.text-missing messages.text-type messages.text-empty
  messages.cache-control-type messages.cache-control-kind-missing messages.cache-control-kind
  messages.document-source-missing messages.document-source-type messages.image-source-missing
  messages.image-source-type messages.image-source-kind-missing messages.image-source-kind
  messages.image-media-type-missing messages.image-media-type-type messages.image-media-type-unknown
  messages.image-data-missing messages.image-data-type messages.image-data-base64 messages.tools-type
  messages.tool-type messages.tool-kind-type messages.tool-kind-unlisted messages.tool-name-missing
  messages.tool-name-type messages.tool-name-empty messages.tool-name-too-long messages.tool-description-type
  messages.input-schema-missing messages.input-schema-type messages.dated-tool-name messages.display-size-missing
  messages.display-size-type messages.display-number-type messages.tool-choice-type messages.tool-choice-kind
  messages.tool-choice-name-missing messages.tool-choice-name-type messages.disable-parallel-tool-use-type
  messages.tool-use-id-missing messages.tool-use-id-type messages.tool-use-name-missing messages.tool-use-name-type
  messages.tool-use-name-empty messages.tool-use-input-missing messages.tool-use-input-type
  messages.tool-result-id-missing messages.tool-result-id-type messages.tool-result-content-missing
  messages.tool-result-content-type messages.tool-result-block-type messages.tool-result-block-kind
  messages.is-error-type messages.key-missing messages.key-invalid
`

const inPairs: readonly (readonly [former: string, present: string])[] = [
  ...rejections
    .trim()
    .split(/\s+/)
    .map((id) => [`${id}-refused`, `${id}-rejected`] as const),
  ['messages.max-tokens-beyond-refused', 'messages.max-tokens-below-rejected'],
  ['messages.top-k-beyond-refused', 'messages.top-k-below-rejected'],
]

const presentIds = new Map(inPairs)
const formerIds = new Map(inPairs.map(([former, present]) => [present, former]))

/** Returns the current id of a requirement. Evidence and lists of known failures may contain a former id. */
export function currentId(id: string): string {
  return presentIds.get(id) ?? id
}

/** Returns whether a glob matches the id of a requirement, or its former id. */
export function matchesRequirement(glob: string, id: string): boolean {
  const former = formerIds.get(id)
  return matchesGlob(glob, id) || (former !== undefined && matchesGlob(glob, former))
}
