import type { RecordedRequest } from '../../../model/exchange.ts'
import type { Operation } from '../../../model/operation.ts'
import type { Probe } from '../../../model/plan.ts'
import { edit, variation } from '../operations.ts'

/** Bodies in which no part begins. */
const bodies = ['{"prompt": "make the sky green"}', 'make the sky green']

/** Bodies that are not a form, declared as one. */
export const malformedForms: readonly Probe[] = [
  probe(edit, 'images.edit-malformed-form-rejected'),
  probe(variation, 'images.variation-malformed-form-rejected'),
]

function probe(operation: Operation, aim: string): Probe {
  return {
    id: `${operation.id}-malformed-form`,
    operation: operation.id,
    purpose: 'A body that is not a multipart form is rejected.',
    profile: 'standard',
    aims: [aim],
    requests: bodies.length,
    cost: { calls: 0, images: 0 },
    *steps() {
      yield bodies.map((body) => formless(operation.write({}), body))
    },
  }
}

function formless(request: RecordedRequest, body: string): RecordedRequest {
  const others = request.headers.filter(([name]) => name !== 'content-type')
  const headers = [...others, ['content-type', 'multipart/form-data; boundary=no-part-begins-here'] as const]
  return { ...request, headers, body: Buffer.from(body, 'utf8') }
}
