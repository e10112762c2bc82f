import type { RecordedRequest } from '../../core/model/exchange.ts'
import type { Operation } from '../../core/model/operation.ts'
import type { Probe } from '../../core/model/plan.ts'
import { nonce } from './nonces.ts'
import { longQuestions } from './vocabulary.ts'

interface GoingAway {
  readonly id: string
  readonly stream: Operation
  readonly plain: Operation
  readonly aims: readonly string[]
  readonly asking: (operation: Operation, text: string) => RecordedRequest
}

/**
 * Makes a probe of a client that goes away in the middle of a stream. A target may close that connection, but must serve
 * the requests after it, with nothing of the stream (interpretations G17, G18). The stream is then requested again, as
 * clients do, so that its nonce is known although an exchange that was left is not judged.
 */
export function goingAwayProbe({ id, stream, plain, aims, asking }: GoingAway): Probe {
  return {
    id,
    operation: stream.id,
    purpose: 'a stream whose client goes away in the middle, then another request, then the same stream again',
    profile: 'standard',
    aims,
    requests: 3,
    cost: { calls: 3, images: 0 },
    goingAway: 1,
    *steps({ seed, operations }) {
      const other = operations.includes(plain.id) ? plain : stream
      const long = asking(stream, `Repeat ${nonce(seed, 0)}. ${longQuestions.counting}`)
      yield [long]
      yield [asking(other, `Repeat this word and nothing else: ${nonce(seed, 1)}`)]
      yield [long]
    },
  }
}
