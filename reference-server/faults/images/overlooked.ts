import type { RequirementId } from '../../../conformance/catalogue.ts'
import type { Ask } from '../../ask.ts'
import { admits, overlooks } from '../families.ts'
import type { Fault } from '../fault.ts'

/** What a server may fail to enforce, one rule a fault. */
const rules = [
  'images.generate-body-type-refused',
  'images.generate-malformed-json-refused',
  'images.generate-model-2-n-refused',
  'images.generate-model-2-prompt-beyond-refused',
  'images.generate-model-2-size-refused',
  'images.generate-model-multi-refused',
  'images.generate-model-type-refused',
  'images.generate-model-unknown-refused',
  'images.generate-n-below-refused',
  'images.generate-n-beyond-refused',
  'images.generate-n-type-refused',
  'images.generate-prompt-beyond-refused',
  'images.generate-prompt-missing-refused',
  'images.generate-prompt-type-refused',
  'images.generate-quality-of-model-2-refused',
  'images.generate-quality-type-refused',
  'images.generate-quality-unlisted-refused',
  'images.generate-response-format-type-refused',
  'images.generate-response-format-unlisted-refused',
  'images.generate-size-of-model-2-refused',
  'images.generate-size-type-refused',
  'images.generate-size-unlisted-refused',
  'images.generate-style-of-model-2-refused',
  'images.generate-style-type-refused',
  'images.generate-style-unlisted-refused',
  'images.generate-user-type-refused',
  'images.edit-image-beyond-refused',
  'images.edit-image-damaged-refused',
  'images.edit-image-kind-refused',
  'images.edit-image-missing-refused',
  'images.edit-image-not-png-refused',
  'images.edit-image-not-square-refused',
  'images.edit-image-without-transparency-refused',
  'images.edit-mask-beyond-refused',
  'images.edit-mask-damaged-refused',
  'images.edit-mask-kind-refused',
  'images.edit-mask-size-refused',
  'images.edit-model-1-quality-refused',
  'images.edit-model-1-size-refused',
  'images.edit-model-1-two-images-refused',
  'images.edit-model-2-refused',
  'images.edit-model-multi-image-beyond-refused',
  'images.edit-model-multi-prompt-beyond-refused',
  'images.edit-model-multi-size-refused',
  'images.edit-model-unknown-refused',
  'images.edit-n-below-refused',
  'images.edit-n-beyond-refused',
  'images.edit-n-type-refused',
  'images.edit-prompt-beyond-refused',
  'images.edit-prompt-missing-refused',
  'images.edit-quality-unlisted-refused',
  'images.edit-response-format-unlisted-refused',
  'images.edit-size-unlisted-refused',
  'images.variation-image-beyond-refused',
  'images.variation-image-damaged-refused',
  'images.variation-image-kind-refused',
  'images.variation-image-missing-refused',
  'images.variation-image-not-png-refused',
  'images.variation-image-not-square-refused',
  'images.variation-n-below-refused',
  'images.variation-n-beyond-refused',
  'images.variation-n-type-refused',
  'images.variation-response-format-unlisted-refused',
  'images.variation-size-of-model-2-refused',
  'images.variation-size-unlisted-refused',
] as const satisfies readonly RequirementId[]

/** Whoever decodes a damaged WEBP finds no image in it, and takes it with what is no image; by its first bytes it is no PNG. */
const notPngEither: Partial<Record<RequirementId, RequirementId>> = {
  'images.edit-image-kind-refused': 'images.edit-image-not-png-refused',
  'images.variation-image-kind-refused': 'images.variation-image-not-png-refused',
}

function overlooksWhole(id: RequirementId): Fault {
  const fault = overlooks(id)
  const other = notPngEither[id]
  return other === undefined ? fault : { ...fault, breaks: [...fault.breaks, other] }
}

const asking = (endpoint: Ask['endpoint']) => (ask: Ask) => ask.endpoint === endpoint

/** Servers that take what they have to refuse. */
export const overlookingImages: readonly Fault[] = [
  ...rules.map(overlooksWhole),
  admits('images.generate-missing-credential-refused', 'missing', asking('images.generate')),
  admits('images.generate-invalid-credential-refused', 'unknown', asking('images.generate')),
  admits('images.generate-not-bearer-refused', 'other-scheme', asking('images.generate')),
  admits('images.edit-missing-credential-refused', 'missing', asking('images.edit')),
  admits('images.edit-invalid-credential-refused', 'unknown', asking('images.edit')),
  admits('images.edit-not-bearer-refused', 'other-scheme', asking('images.edit')),
  admits('images.variation-missing-credential-refused', 'missing', asking('images.variation')),
  admits('images.variation-invalid-credential-refused', 'unknown', asking('images.variation')),
  admits('images.variation-not-bearer-refused', 'other-scheme', asking('images.variation')),
]
