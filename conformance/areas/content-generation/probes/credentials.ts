import { keyLabels } from '../../../model/credential.ts'
import type { Operation } from '../../../model/operation.ts'
import { type CredentialProbe, onKeptConnection } from '../../kept-connection.ts'
import { generateContent, streamContent } from '../operations.ts'
import { plain } from '../templates/turns.ts'

/** A plain request without a key, and one with an invalid key. */
const probes = [credentials(generateContent), credentials(streamContent)]
export default [...probes, onKeptConnection(generateContent, generateContent.write(plain), probes)]

function credentials(operation: Operation): CredentialProbe {
  const { path, ...rest } = operation.write(plain)
  const withKey = `key=${keyLabels.valid}`
  return {
    id: `${operation.id}.credentials`,
    operation: operation.id,
    purpose: 'a plain request without a key, and with an invalid one',
    profile: 'smoke',
    aims: ['content.missing-key-unauthenticated', 'content.invalid-key-unauthenticated', 'content.error-401-word'],
    requests: 2,
    cost: { calls: 0, images: 0 },
    *steps() {
      yield [
        { ...rest, path: path.replace(new RegExp(`[?&]${withKey}$`), '') },
        { ...rest, path: path.replace(withKey, `key=${keyLabels.invalid}`) },
      ]
    },
  }
}
