import type { Probe } from '../../../model/plan.ts'
import { createMessage } from '../operations.ts'
import { asks, says } from '../request-values.ts'

/**
 * Documents that no target can take. What a valid one looks like is not shown (readings M6), so there is no good twin:
 * a refusal tells nothing, an acceptance does.
 */
export default [
  {
    id: 'messages.documents',
    operation: 'messages.create',
    purpose: 'a document block without a source, and one whose source is a number',
    profile: 'standard',
    aims: ['messages.document-source-missing-refused', 'messages.document-source-type-refused'],
    requests: 2,
    cost: { calls: 0, images: 0 },
    *steps() {
      const broken = [{ type: 'document' }, { type: 'document', source: 7 }]
      yield broken.map((block) => createMessage.write(asks([says('user', [block])])))
    },
  },
] satisfies readonly Probe[]
