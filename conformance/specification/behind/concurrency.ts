import type { Requirement } from '../../core/model/requirement.ts'
import { behindRequirement, notArrived, streamOperations } from './behind-requirement.ts'
import { wordsIn } from './marks.ts'
import { isOrdinary, isRejected, replyInWords, textOfReply } from './trial.ts'

const isolation = behindRequirement({
  id: 'upstream.isolation',
  statement: 'Each of many streams at once has the reply to its own request, and nothing of another.',
  interpretation: 'U6',
  on: streamOperations,
  appliesTo: ({ trial }) => trial.group !== undefined,
  *look(one) {
    const missing = notArrived(one)
    if (missing !== undefined) yield missing
    else if (isRejected(one)) yield { as: 'undecided', message: `the client got ${replyInWords(one)}` }
  },
  *compare(one, all) {
    const { trial, words, receivedWords } = one
    const group = all.filter((other) => other.trial.group === trial.group && other.trial.id !== trial.id)
    const foreign = group.filter((other) =>
      wordsIn(textOfReply(other.trial.reply)).some((word) => words.includes(word)),
    )
    if (foreign.length > 0)
      yield {
        as: 'fail',
        message: 'a client got a part of the reply to another request',
        expected: 'its own reply',
        actual: foreign
          .map((other) => other.trial.id)
          .join(', ')
          .slice(0, 200),
      }
    if (group.some((other) => other.trial.marks.some(({ value }) => receivedWords.includes(value))))
      yield { as: 'fail', message: 'two requests of clients arrived as one at the upstream' }
    const own = [...new Set(wordsIn(textOfReply(trial.reply)))]
    if (foreign.length === 0 && one.arrived > 0 && !own.every((word) => words.includes(word)))
      yield {
        as: 'fail',
        message: 'a client did not get the whole reply to its request',
        expected: own.join(' '),
        actual: wordsIn(one.text).join(' ') || one.told,
      }
  },
})

/** The attempts after which a gateway that serves nothing any more has kept the place of a client that left. */
const attemptsAfterwards = 3

const aborts = behindRequirement({
  id: 'upstream.aborts',
  statement: 'When a client goes away, the upstream’s connection is closed, and later requests are served.',
  interpretation: 'U7',
  on: streamOperations,
  appliesTo: ({ trial }) => trial.aborts === true || trial.isAfterwards === true,
  provenAfter: attemptsAfterwards,
  *look(one) {
    const { trial, received } = one
    if (trial.isAfterwards === true) return
    const missing = notArrived(one)
    if (missing !== undefined) yield missing
    else if (!received.some(({ isFreed }) => isFreed === true))
      yield {
        as: 'fail',
        message: 'the client went away, and the gateway went on reading the upstream’s stream',
        expected: 'a closed connection',
        actual: `read for ${received[0]!.exchange.durationMs} ms`,
      }
  },
  *compare(one, all) {
    const { operation, isAfterwards } = one.trial
    const isAlike = (other: typeof one): boolean => isOrdinary(other) && other.trial.operation === operation
    if (!all.some((other) => other !== one && isAlike(other) && other.isServed))
      yield { as: 'undecided', message: 'the gateway serves no stream' }
    else if (isAfterwards === true && !one.isServed)
      yield {
        as: 'fail',
        message: 'a request after a client went away was not served',
        expected: 'status 200',
        actual: one.told,
      }
  },
})

export const ofConcurrency = [isolation, aborts] as const satisfies readonly Requirement[]
