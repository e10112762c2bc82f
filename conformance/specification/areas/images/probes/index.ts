import type { Probe } from '../../../../core/model/plan.ts'
import { credentialProbes, rejectionProbe } from '../../rejection-probes.ts'
import { fileIn } from '../file-facts.ts'
import { edit, generate, variation } from '../operations.ts'
import { uploads } from '../uploads.ts'
import { fileProbes, opaqueVariation } from './files.ts'
import { largeUploads, manyAndLarge } from './large-uploads.ts'
import { multiImageProbes, oblongPicture } from './multi-image.ts'

const picture = { body: { prompt: 'a lighthouse at dusk' } }
const image = [fileIn('image', uploads.square)]

const credentials = credentialProbes({
  plain: [
    [generate, picture],
    [edit, { body: { prompt: 'make the sky green', image } }],
    [variation, { body: { image } }],
  ],
  credentials: ['missing', 'invalid', 'not-bearer', 'Basic', 'Token'],
  id: (operation) => `${operation}-credentials`,
  purpose: 'A request without a valid key is rejected.',
  aims: (operation) =>
    ['missing-credential', 'invalid-credential', 'not-bearer'].map((what) => `${operation}-${what}-rejected`),
})

const malformedBodies = ['{"prompt": "a lighthouse at dusk"', 'a lighthouse at dusk', '']

const malformedJson = rejectionProbe({
  id: 'images.generate-malformed-json',
  operation: generate,
  purpose: 'A body that is not JSON is rejected.',
  aims: ['images.generate-malformed-json-rejected'],
  requests: malformedBodies.map((body) => ({ ...generate.write({}), body: Buffer.from(body) })),
})

/** Bodies without any part, declared as a form. */
const formlessBodies = ['{"prompt": "make the sky green"}', 'make the sky green']
const form = { 'content-type': 'multipart/form-data; boundary=no-part-begins-here' }

const malformedForms = [edit, variation].map((operation) =>
  rejectionProbe({
    id: `${operation.id}-malformed-form`,
    operation,
    purpose: 'A body that is not a multipart form is rejected.',
    aims: [`${operation.id}-malformed-form-rejected`],
    requests: formlessBodies.map((body) => ({ ...operation.write({ header: form }), body: Buffer.from(body) })),
  }),
)

/** Probes for behaviour that schemas cannot express. */
export const imagesProbes: readonly Probe[] = [
  ...credentials,
  malformedJson,
  ...malformedForms,
  ...fileProbes,
  opaqueVariation,
  ...multiImageProbes,
  oblongPicture,
  ...largeUploads,
  ...manyAndLarge,
]
