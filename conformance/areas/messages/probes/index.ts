import { keyLabels } from '../../../model/credential.ts'
import type { HeaderLine, RecordedRequest } from '../../../model/exchange.ts'
import type { Operation, RequestValue } from '../../../model/operation.ts'
import type { Probe } from '../../../model/plan.ts'
import { type CredentialProbe, onKeptConnection } from '../../kept-connection.ts'
import { nonce } from '../../nonces.ts'
import { createMessage, streamMessage } from '../operations.ts'
import { asks, says, streamed } from '../request-values.ts'
import toolLoop from './tool-loop.ts'

const plain = asks([says('user', 'Name a color of the rainbow.')])

/** Requests without a valid key. */
const credentialProbes = [credentialProbe(createMessage, plain), credentialProbe(streamMessage, streamed(plain))]
const credentials = [...credentialProbes, onKeptConnection(createMessage, createMessage.write(plain), credentialProbes)]

function credentialProbe(operation: Operation, value: RequestValue): CredentialProbe {
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

/** A body that ends before its JSON is complete. */
const malformedJson = [
  {
    id: 'messages.malformed-json',
    operation: 'messages.create',
    purpose: 'a body that is cut in the middle of its JSON',
    profile: 'smoke',
    aims: ['messages.malformed-json-rejected', 'messages.error-status-400', 'messages.error-word-of-400'],
    requests: 1,
    cost: { calls: 0, images: 0 },
    *steps() {
      const request = createMessage.write(asks([says('user', 'Name a color of the rainbow.')]))
      yield [{ ...request, body: request.body.slice(0, request.body.length >> 1) }]
    },
  },
] satisfies readonly Probe[]

/**
 * Documents that no target can accept. A valid one is not shown (interpretation M6), so there is no control request. An
 * acceptance is a finding, a rejection proves nothing.
 */
const documents = [
  documentProbe('messages.documents', createMessage, (value) => value),
  documentProbe('messages.streamed-documents', streamMessage, streamed),
] satisfies readonly Probe[]

function documentProbe(id: string, operation: Operation, asked: (value: RequestValue) => RequestValue): Probe {
  return {
    id,
    operation: operation.id,
    purpose: 'a document block without a source, and one whose source is a number',
    profile: 'standard',
    aims: ['messages.document-source-missing-rejected', 'messages.document-source-type-rejected'],
    requests: 2,
    cost: { calls: 0, images: 0 },
    *steps() {
      const broken = [{ type: 'document' }, { type: 'document', source: 7 }]
      yield broken.map((block) => operation.write(asked(asks([says('user', [block])]))))
    },
  }
}

const together = 8

/** Requests that run at the same time, each with its own nonce (interpretation G17). */
const isolation = [isolationProbe(createMessage, (value) => value), isolationProbe(streamMessage, streamed)]

function isolationProbe(operation: Operation, asked: (value: RequestValue) => RequestValue): Probe {
  return {
    id: `${operation.id}-isolation`,
    operation: operation.id,
    purpose: `${together} requests, as many at the same time as the run allows, each asked to repeat a word of its own`,
    profile: 'standard',
    aims: ['messages.replies-do-not-mix', 'messages.reply-id-unique'],
    requests: together,
    cost: { calls: together, images: 0 },
    *steps({ seed }) {
      yield Array.from({ length: together }, (_, ordinal) => {
        const text = `Repeat this word and nothing else: ${nonce(seed, ordinal)}`
        return operation.write(asked(asks([says('user', text)])))
      })
    },
  }
}

/** Probes for behaviour that follows from no schema. */
export default [...credentials, ...malformedJson, ...documents, ...isolation, ...toolLoop] satisfies readonly Probe[]
