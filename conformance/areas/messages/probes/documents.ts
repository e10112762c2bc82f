import type { Operation, RequestValue } from '../../../model/operation.ts'
import type { Probe } from '../../../model/plan.ts'
import { createMessage, streamMessage } from '../operations.ts'
import { asks, says, streamed } from '../request-values.ts'

/**
 * Documents that no target can accept. A valid one is not shown (interpretation M6), so there is no control request. An
 * acceptance is a finding, a rejection proves nothing.
 */
export default [
  documents('messages.documents', createMessage, (value) => value),
  documents('messages.streamed-documents', streamMessage, streamed),
] satisfies readonly Probe[]

function documents(id: string, operation: Operation, asked: (value: RequestValue) => RequestValue): Probe {
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
