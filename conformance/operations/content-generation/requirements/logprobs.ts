import { requirement } from '../../../model/build.ts'
import type { Observation } from '../../../model/observation.ts'
import { candidatesOf } from '../answered.ts'
import { itemsOf, membersOf, numberOf } from '../members.ts'

const about = {
  section: '2.7',
  endpoint: 'content.generate',
  dimension: 'field',
  reading: 'C8',
  conditional: true,
  capability: 'logprobs',
  needs: ['response-body'],
} as const

/** The order and the number of the tokens in `logprobsResult`. */
export default [
  requirement({
    ...about,
    id: 'content.top-candidates-descending',
    level: 'stated',
    statement: 'The tokens of each step of `topCandidates` come with descending log probability.',
    appliesTo: (seen) => stepsOf(seen).length > 0,
    *check(seen) {
      for (const { pointer, probabilities } of stepsOf(seen)) {
        if (probabilities.every((one, index) => index === 0 || one <= (probabilities[index - 1] ?? one))) continue
        yield {
          message: 'the log probabilities ascend',
          at: { in: 'body', pointer },
          actual: probabilities.slice(0, 8),
        }
      }
    },
  }),
  requirement({
    ...about,
    id: 'content.chosen-candidates-length',
    level: 'implied',
    statement: '`chosenCandidates` has as many entries as `topCandidates`.',
    appliesTo: (seen) => resultsOf(seen).length > 0,
    *check(seen) {
      for (const { pointer, top, chosen } of resultsOf(seen)) {
        if (top.length === chosen.length) continue
        const message = `there are ${chosen.length} chosen tokens for ${top.length} steps`
        yield {
          message,
          at: { in: 'body', pointer: `${pointer}/chosenCandidates` },
          expected: top.length,
          actual: chosen.length,
        }
      }
    },
  }),
] as const

/** The results that have both lists. */
function resultsOf(seen: Observation) {
  return candidatesOf(seen).flatMap(({ pointer, members }) => {
    const { topCandidates: top, chosenCandidates: chosen } = membersOf(members['logprobsResult'])
    return Array.isArray(top) && Array.isArray(chosen) ? [{ pointer: `${pointer}/logprobsResult`, top, chosen }] : []
  })
}

/** The log probabilities of each step that has several. */
function stepsOf(seen: Observation) {
  return candidatesOf(seen).flatMap(({ pointer, members }) =>
    itemsOf(membersOf(members['logprobsResult'])['topCandidates']).flatMap((step, index) => {
      const tokens = itemsOf(membersOf(step)['candidates'])
      const probabilities = tokens
        .map((token) => numberOf(membersOf(token)['logProbability']))
        .filter((one) => one !== undefined)
      return probabilities.length < 2
        ? []
        : [{ pointer: `${pointer}/logprobsResult/topCandidates/${index}`, probabilities }]
    }),
  )
}
