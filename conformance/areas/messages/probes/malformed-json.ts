import type { Probe } from '../../../model/plan.ts'
import { createMessage } from '../operations.ts'
import { asks, says } from '../request-values.ts'

/** A body that ends before its JSON is complete. */
export default [
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
