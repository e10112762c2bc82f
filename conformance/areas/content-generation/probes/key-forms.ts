import { keyLabels } from '../../../model/credential.ts'
import type { HeaderLine, RecordedRequest, ResponseHead } from '../../../model/exchange.ts'
import type { Operation } from '../../../model/operation.ts'
import type { Probe } from '../../../model/plan.ts'
import { generateContent, streamContent } from '../operations.ts'
import { plain } from '../templates/turns.ts'

const inHeaders: readonly HeaderLine[] = [
  ['authorization', `Bearer ${keyLabels.valid}`],
  ['x-goog-api-key', keyLabels.valid],
]

/**
 * Sends the key in other forms if the plain request is rejected for its key. If one is accepted, the key itself is
 * valid.
 */
export default [generateContent, streamContent].map(keyForms)

/** Returns a request with `?key=` once with each header instead, and nothing for any other request. */
export function withKeyInHeaders(request: RecordedRequest): readonly RecordedRequest[] {
  const path = request.path.replace(new RegExp(`[?&]key=${keyLabels.valid}$`), '')
  return path === request.path
    ? []
    : inHeaders.map((line) => ({ ...request, path, headers: [...request.headers, line] }))
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
    ifRejected: { requests: inHeaders.length, calls: 0, images: 0 },
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
