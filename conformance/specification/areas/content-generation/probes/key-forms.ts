import { inForm } from '../../../../core/model/credential.ts'
import type { RecordedRequest, ResponseHead } from '../../../../core/model/exchange.ts'
import type { Operation } from '../../../../core/model/operation.ts'
import type { Probe } from '../../../../core/model/plan.ts'
import { generateContent, streamContent } from '../operations.ts'
import { plain } from '../templates/turns.ts'

const headerForms = ['bearer', 'x-goog-api-key'] as const

/**
 * Sends the key in other forms if the plain request is rejected because of its key. If another form is accepted, the
 * key itself is valid.
 */
export default [generateContent, streamContent].map(keyForms)

/** Returns a request that has `?key=` with the key in each header instead. Returns nothing for other requests. */
export function withKeyInHeaders(request: RecordedRequest): readonly RecordedRequest[] {
  return headerForms.map((form) => inForm(request, 'query', form)).filter((moved) => moved !== request)
}

function keyForms(operation: Operation): Probe {
  const request = operation.write(plain)
  return {
    id: `${operation.id}.key-forms`,
    operation: operation.id,
    purpose: 'the plain request, and where its key is rejected the same key in a header',
    profile: 'smoke',
    aims: ['content.key-in-query'],
    requests: 1,
    cost: { calls: 1, images: 0 },
    ifRejected: { requests: headerForms.length, calls: 0, images: 0 },
    *steps() {
      const [head] = yield [request]
      if (!isDenied(head)) return
      for (const form of withKeyInHeaders(request)) {
        const [other] = yield [form]
        if (!isDenied(other)) return
      }
    },
  }
}

function isDenied(head: ResponseHead | null | undefined): boolean {
  return head?.status === 401 || head?.status === 403
}
