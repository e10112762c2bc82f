import type { Probe } from '../../../model/plan.ts'
import { generate } from '../operations.ts'
import { templates } from '../templates.ts'

const wrongType = {}

/** Values that one model has and the other has not, null, numbers below zero and types that no field has. */
export const crossedValues: Probe = {
  id: 'images.generate-crossed-values',
  operation: 'images.generate',
  purpose: 'Each model takes its own values only, and each field its own type.',
  profile: 'standard',
  aims: [
    'prompt-missing',
    'n-below',
    'model-2-n',
    'model-2-size',
    'quality-of-model-2',
    'style-of-model-2',
    'quality-type',
    'style-type',
    'user-type',
  ].map((what) => `images.generate-${what}-refused`),
  requests: 10,
  cost: { calls: 0, images: 0 },
  *steps() {
    const [plain, larger] = [bodyOf('plain'), bodyOf('model-2')]
    const bodies = [
      { ...plain, prompt: null },
      { ...plain, n: -1 },
      { ...larger, n: 2 },
      { ...larger, size: '256x256' },
      { ...larger, size: '512x512' },
      { ...plain, quality: 'hd' },
      { ...plain, style: 'natural' },
      { ...plain, quality: wrongType },
      { ...plain, style: wrongType },
      { ...plain, user: wrongType },
    ]
    yield bodies.map((body) => generate.write({ body }))
  },
}

function bodyOf(id: string): object | undefined {
  return templates.find((template) => template.operation === 'images.generate' && template.id === id)?.value.body
}
