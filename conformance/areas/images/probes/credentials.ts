import { keyLabels } from '../../../model/credential.ts'
import type { HeaderLine, RecordedRequest } from '../../../model/exchange.ts'
import type { Operation, RequestValue } from '../../../model/operation.ts'
import type { Probe } from '../../../model/plan.ts'
import { type CredentialProbe, onKeptConnection } from '../../kept-connection.ts'
import { fileIn } from '../file-facts.ts'
import { edit, generate, variation } from '../operations.ts'
import { uploads } from '../uploads.ts'

const picture = { body: { prompt: 'a lighthouse at dusk' } }
const image = [fileIn('image', uploads.square)]

/** The plain request of each operation without a credential, with an unknown key, and with another scheme. */
const probes = [
  credentialProbe(generate, picture),
  credentialProbe(edit, { body: { prompt: 'make the sky green', image } }),
  credentialProbe(variation, { body: { image } }),
]
export const credentials: readonly Probe[] = [...probes, onKeptConnection(generate, generate.write(picture), probes)]

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
