import type { Operation, RequestValue } from '../../../model/operation.ts'
import type { Probe } from '../../../model/plan.ts'
import { nonce } from '../../nonces.ts'
import { createMessage, streamMessage } from '../operations.ts'
import { asks, says, streamed } from '../request-values.ts'

const together = 8

/** Requests that run at the same time, each with its own nonce (interpretation G17). */
export default [isolation(createMessage, (value) => value), isolation(streamMessage, streamed)]

function isolation(operation: Operation, asked: (value: RequestValue) => RequestValue): Probe {
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
