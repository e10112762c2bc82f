import { keyLabels } from '../../../model/credential.ts'
import type { HeaderLine, RecordedRequest } from '../../../model/exchange.ts'
import type { Operation, RequestValue } from '../../../model/operation.ts'
import { type CredentialProbe, onKeptConnection } from '../../kept-connection.ts'
import { createMessage, streamMessage } from '../operations.ts'
import { asks, says, streamed } from '../request-values.ts'

const plain = asks([says('user', 'Name a color of the rainbow.')])

/** Requests without a valid key. */
const probes = [credentials(createMessage, plain), credentials(streamMessage, streamed(plain))]
export default [...probes, onKeptConnection(createMessage, createMessage.write(plain), probes)]

function credentials(operation: Operation, value: RequestValue): CredentialProbe {
  const request = operation.write(value)
  return {
    id: `${operation.id}-credentials`,
    operation: operation.id,
    purpose: 'a plain request without a key, and one with an unknown key',
    profile: 'smoke',
    aims: ['messages.key-missing-rejected', 'messages.key-invalid-rejected', 'messages.error-word-of-401'],
    requests: 2,
    cost: { calls: 0, images: 0 },
    *steps() {
      yield [withoutKey(request), withUnknownKey(request)]
    },
  }
}

const isKey = ([name]: HeaderLine) => name === 'x-api-key'

function withoutKey(request: RecordedRequest): RecordedRequest {
  return { ...request, headers: request.headers.filter((line) => !isKey(line)) }
}

function withUnknownKey(request: RecordedRequest): RecordedRequest {
  const headers = request.headers.map((line): HeaderLine => (isKey(line) ? [line[0], keyLabels.invalid] : line))
  return { ...request, headers }
}
