import type { Operation, RequestValue } from '../../../model/operation.ts'
import type { Probe } from '../../../model/plan.ts'
import { nonce } from '../../nonces.ts'
import { credentialProbes, rejectionProbe } from '../../rejection-probes.ts'
import { createMessage, streamMessage } from '../operations.ts'
import { asks, says, streamed } from '../request-values.ts'
import toolLoop from './tool-loop.ts'

const plain = asks([says('user', 'Name a color of the rainbow.')])

const credentials = credentialProbes({
  plain: [
    [createMessage, plain],
    [streamMessage, streamed(plain)],
  ],
  credentials: ['missing', 'invalid'],
  id: (operation) => `${operation}-credentials`,
  purpose: 'a plain request without a key, and one with an unknown key',
  aims: () => ['messages.key-missing-rejected', 'messages.key-invalid-rejected', 'messages.error-word-of-401'],
})

const plainRequest = createMessage.write(plain)

const malformedJson = rejectionProbe({
  id: 'messages.malformed-json',
  operation: createMessage,
  purpose: 'a body that is cut in the middle of its JSON',
  profile: 'smoke',
  aims: ['messages.malformed-json-rejected', 'messages.error-status-400', 'messages.error-word-of-400'],
  requests: [{ ...plainRequest, body: plainRequest.body.slice(0, plainRequest.body.length >> 1) }],
})

/**
 * Documents that no target can accept. A valid one is not shown (interpretation M6), so there is no control request. An
 * acceptance is a finding, a rejection proves nothing.
 */
const documents = [
  documentProbe('messages.documents', createMessage, (value) => value),
  documentProbe('messages.streamed-documents', streamMessage, streamed),
]

function documentProbe(id: string, operation: Operation, asked: (value: RequestValue) => RequestValue): Probe {
  const broken = [{ type: 'document' }, { type: 'document', source: 7 }]
  return rejectionProbe({
    id,
    operation,
    purpose: 'a document block without a source, and one whose source is a number',
    aims: ['messages.document-source-missing-rejected', 'messages.document-source-type-rejected'],
    requests: broken.map((block) => operation.write(asked(asks([says('user', [block])])))),
  })
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
export default [...credentials, malformedJson, ...documents, ...isolation, ...toolLoop] satisfies readonly Probe[]
