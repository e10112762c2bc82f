import type { IncomingRequest } from '../../incoming-request.ts'
import { blamingAny, rejectsCombination, rejectsEach, rejectsPlain } from '../families.ts'
import type { Fault } from '../fault.ts'

const asking = (endpoint: IncomingRequest['endpoint']) => (request: IncomingRequest) => request.endpoint === endpoint

/** Enforces on variations a rule of edits. */
const wantsTransparency: Fault = {
  id: 'images-variation-wants-transparency',
  breaks: ['images.variation-plain-request-accepted'],
  reject: ({ endpoint, validation, value }) =>
    endpoint === 'images.variation' && validation.violations.length === 0 && alphaOf(value.body) === 'none',
}

function alphaOf(body: unknown): unknown {
  const { image } = Object(body) as { readonly image?: readonly { readonly alpha?: unknown }[] }
  return image?.[0]?.alpha
}

/** Servers that reject requests that they must accept. */
export const rejectingImages: readonly Fault[] = blamingAny([
  wantsTransparency,
  ...rejectsEach('images'),
  rejectsPlain('images.generate-plain-request-accepted', asking('images.generate')),
  rejectsPlain('images.edit-plain-request-accepted', asking('images.edit')),
  rejectsPlain('images.variation-plain-request-accepted', asking('images.variation')),
  rejectsCombination('images.generate-combinations-accepted', asking('images.generate')),
  // These sizes need a model and a quality, so a target that rejects every three features rejects them.
  {
    ...rejectsCombination('images.edit-combinations-accepted', asking('images.edit')),
    breaksByChance: [
      'images.edit-model-multi-size-1024x1024-accepted',
      'images.edit-model-multi-size-1024x1536-accepted',
      'images.edit-model-multi-size-1536x1024-accepted',
      'images.edit-model-multi-size-auto-accepted',
    ],
  },
  rejectsCombination('images.variation-combinations-accepted', asking('images.variation')),
])
