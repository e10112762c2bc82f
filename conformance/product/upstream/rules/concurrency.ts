import { isRejected, replyInWords, type TrialCase } from '../cases.ts'
import { wordsIn } from '../marks.ts'
import type { UpstreamRule } from '../rules.ts'
import { isOrdinary, notArrived } from './requests.ts'

export const streamsStayApart: UpstreamRule = {
  statement: 'Each of many streams at once has the reply to its own request, and nothing of another.',
  appliesTo: ({ trial }) => trial.group !== undefined,
  *check(one, { all }) {
    const { trial, reply, received } = one
    const own = new Set(wordsIn(trial.reply.text))
    const group = all.filter((other) => other.trial.group === trial.group && other !== one)
    const foreign = group.filter((other) => wordsIn(other.trial.reply.text).some((word) => reply.raw.includes(word)))
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
    const mixed = received.filter(({ exchange }) => {
      const words = wordsIn(Buffer.from(exchange.request.body).toString('latin1'))
      return group.some((other) => other.trial.marks.some(({ value }) => words.includes(value)))
    })
    if (mixed.length > 0) yield { as: 'fail', message: 'two requests of clients arrived as one at the upstream' }
    const missing = notArrived(one)
    if (missing !== undefined) yield missing
    else if (isRejected(one)) yield { as: 'undecided', message: `the client got ${replyInWords(one)}` }
    else if (foreign.length === 0 && ![...own].every((word) => reply.text.includes(word)))
      yield {
        as: 'fail',
        message: 'a client did not get the whole reply to its request',
        expected: [...own].join(' '),
        actual: wordsIn(reply.text).join(' ') || replyInWords(one),
      }
  },
}

/** Returns whether another trial is an ordinary one of the same operation. */
function isAlike(one: TrialCase, other: TrialCase): boolean {
  return other !== one && isOrdinary(other) && other.trial.operation === one.trial.operation
}

export const abortsFreeTheUpstream: UpstreamRule = {
  statement: 'When a client goes away, the upstream’s connection is closed, and later requests are served.',
  appliesTo: ({ trial }) => trial.aborts === true || trial.isAfterwards === true,
  *check(one, { all }) {
    const { trial, received } = one
    const missing = notArrived(one)
    const isServed = all.some((other) => isAlike(one, other) && other.reply.status === 200)
    if (missing !== undefined) yield missing
    else if (!isServed) yield { as: 'undecided', message: 'the gateway serves no stream' }
    else if (trial.aborts !== true) {
      if (one.reply.status !== 200)
        yield {
          as: 'fail',
          message: 'a request after a client went away was not served',
          expected: 'status 200',
          actual: replyInWords(one),
        }
    } else if (!received.some(({ isFreed }) => isFreed === true))
      yield {
        as: 'fail',
        message: 'the client went away, and the gateway went on reading the upstream’s stream',
        expected: 'a closed connection',
        actual: `read for ${received[0]!.exchange.durationMs} ms`,
      }
  },
}
