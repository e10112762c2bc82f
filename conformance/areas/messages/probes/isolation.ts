import type { Probe } from '../../../model/plan.ts'
import { nonceOf } from '../nonce.ts'
import { streamMessage } from '../operations.ts'
import { asks, says, streamed } from '../request-values.ts'

const together = 10

/** Many streams, as many at the same time as `--concurrency` allows, each about a word of its own (interpretation G17). */
export default [
  {
    id: 'messages.isolation',
    operation: 'messages.stream',
    purpose: `${together} streams, as many at the same time as the run allows, each asked to repeat a word of its own`,
    profile: 'standard',
    aims: ['messages.replies-do-not-mix', 'messages.reply-id-unique'],
    requests: together,
    cost: { calls: together, images: 0 },
    *steps({ seed }) {
      yield Array.from({ length: together }, (_, ordinal) => {
        const text = `Repeat this word and nothing else: ${nonceOf(seed, ordinal)}`
        return streamMessage.write(streamed(asks([says('user', text)])))
      })
    },
  },
] satisfies readonly Probe[]
