import { keyLabels } from '../../../model/credential.ts'
import type { HeaderLine, RecordedRequest } from '../../../model/exchange.ts'
import type { Operation, RequestValue } from '../../../model/operation.ts'
import type { Probe } from '../../../model/plan.ts'
import { type CredentialProbe, onKeptConnection } from '../../kept-connection.ts'
import { fileIn } from '../file-facts.ts'
import { edit, generate, variation } from '../operations.ts'
import { uploads } from '../uploads.ts'
import { fileProbes, opaqueVariation } from './files.ts'
import { largeUploads } from './large-uploads.ts'
import { multiImageProbes, oblongPicture } from './multi-image.ts'

const picture = { body: { prompt: 'a lighthouse at dusk' } }
const image = [fileIn('image', uploads.square)]

/** The plain request of each operation without a credential, with an unknown key, and with another scheme. */
const credentialProbes = [
  credentialProbe(generate, picture),
  credentialProbe(edit, { body: { prompt: 'make the sky green', image } }),
  credentialProbe(variation, { body: { image } }),
]
const credentials: readonly Probe[] = [
  ...credentialProbes,
  onKeptConnection(generate, generate.write(picture), credentialProbes),
]

const basic = `Basic ${Buffer.from('someone:something').toString('base64')}`

function credentialProbe(operation: Operation, value: RequestValue): CredentialProbe {
  const plain = operation.write(value)
  return {
    id: `${operation.id}-credentials`,
    operation: operation.id,
    purpose: 'A request without a valid key is rejected.',
    profile: 'smoke',
    aims: ['missing-credential', 'invalid-credential', 'not-bearer'].map((what) => `${operation.id}-${what}-rejected`),
    requests: 3,
    cost: { calls: 0, images: 0 },
    *steps() {
      yield [
        withAuthorization(plain, undefined),
        withAuthorization(plain, `Bearer ${keyLabels.invalid}`),
        withAuthorization(plain, basic),
      ]
    },
  }
}

function withAuthorization(request: RecordedRequest, value: string | undefined): RecordedRequest {
  const others = request.headers.filter(([name]) => name !== 'authorization')
  const own: readonly HeaderLine[] = value === undefined ? [] : [['authorization', value]]
  return { ...request, headers: [...own, ...others] }
}

const malformedBodies = ['{"prompt": "a lighthouse at dusk"', 'a lighthouse at dusk', '']

/** Bodies that are not valid JSON. */
const malformedJson: Probe = {
  id: 'images.generate-malformed-json',
  operation: 'images.generate',
  purpose: 'A body that is not JSON is rejected.',
  profile: 'standard',
  aims: ['images.generate-malformed-json-rejected'],
  requests: malformedBodies.length,
  cost: { calls: 0, images: 0 },
  *steps() {
    const request = generate.write({})
    yield malformedBodies.map((body) => ({ ...request, body: Buffer.from(body, 'utf8') }))
  },
}

/** Bodies in which no part begins. */
const formlessBodies = ['{"prompt": "make the sky green"}', 'make the sky green']

/** Bodies that are not a form, declared as one. */
const malformedForms: readonly Probe[] = [
  malformedForm(edit, 'images.edit-malformed-form-rejected'),
  malformedForm(variation, 'images.variation-malformed-form-rejected'),
]

function malformedForm(operation: Operation, aim: string): Probe {
  return {
    id: `${operation.id}-malformed-form`,
    operation: operation.id,
    purpose: 'A body that is not a multipart form is rejected.',
    profile: 'standard',
    aims: [aim],
    requests: formlessBodies.length,
    cost: { calls: 0, images: 0 },
    *steps() {
      yield formlessBodies.map((body) => formless(operation.write({}), body))
    },
  }
}

function formless(request: RecordedRequest, body: string): RecordedRequest {
  const others = request.headers.filter(([name]) => name !== 'content-type')
  const headers = [...others, ['content-type', 'multipart/form-data; boundary=no-part-begins-here'] as const]
  return { ...request, headers, body: Buffer.from(body, 'utf8') }
}

/** Probes for behaviour that follows from no schema. */
export const probes: readonly Probe[] = [
  ...credentials,
  malformedJson,
  ...malformedForms,
  ...fileProbes,
  opaqueVariation,
  ...multiImageProbes,
  oblongPicture,
  ...largeUploads,
]
