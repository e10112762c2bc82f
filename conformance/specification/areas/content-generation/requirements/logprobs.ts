import { itemsOf, membersOf, numberOf } from '../../../../../schemas/json.ts'
import { requirement } from '../../../../core/model/build.ts'
import { isPlainlyValid, type Observation } from '../../../../core/model/observation.ts'
import { counted } from '../../../../core/text/counted.ts'
import { askedOf } from '../asked.ts'
import { slicesOf } from '../slices.ts'

const about = {
  section: '2.7',
  endpoint: 'content.generate',
  dimension: 'field',
  interpretation: 'C8',
  conditional: true,
  capability: 'logprobs',
  needs: ['response-body'],
} as const

/** Requirements on the order and the number of the tokens in `logprobsResult`. */
export default [
  requirement({
    ...about,
    id: 'content.top-candidates-descending',
    alsoOn: ['content.stream'],
    level: 'stated',
    statement: 'The tokens of each step of `topCandidates` are sorted by log probability, descending.',
    appliesTo: (seen) => stepsOf(seen).length > 0,
    *check(seen) {
      for (const { at, probabilities } of stepsOf(seen)) {
        const rise = probabilities.findIndex((one, index) => one > (probabilities[index - 1] ?? one))
        if (rise < 0) continue
        yield {
          message: `log probability ${probabilities[rise]} follows ${probabilities[rise - 1]}`,
          at,
          expected: 'descending order',
          actual: probabilities.slice(0, 8),
        }
      }
    },
  }),
  requirement({
    ...about,
    id: 'content.chosen-candidates-length',
    alsoOn: ['content.stream'],
    level: 'implied',
    statement: '`chosenCandidates` has as many entries as `topCandidates`.',
    appliesTo: (seen) => resultsOf(seen).length > 0,
    *check(seen) {
      for (const { at, top, chosen } of resultsOf(seen)) {
        if (top.length === chosen.length) continue
        const message = `chosenCandidates has ${counted(chosen.length, 'entry', 'entries')}; topCandidates has ${top.length}`
        yield { message, at: at('/chosenCandidates'), expected: top.length, actual: chosen.length }
      }
    },
  }),
  requirement({
    ...about,
    id: 'content.top-candidates-as-asked',
    alsoOn: ['content.stream'],
    level: 'implied',
    needs: ['request-body', 'response-body'],
    statement: 'Each step of `topCandidates` has at most `logprobs` tokens.',
    appliesTo: (seen) => isPlainlyValid(seen) && wantedOf(seen) !== undefined && stepsShown(seen).length > 0,
    *check(seen) {
      const most = wantedOf(seen) ?? 0
      for (const { at, tokens } of stepsShown(seen)) {
        const { length } = tokens
        if (length <= most) continue
        const message = `step has ${counted(length, 'token')}`
        yield { message, at: at('/candidates'), expected: `at most ${most}`, actual: length }
      }
    },
  }),
] as const

/** Returns the results that have both lists. */
function resultsOf(seen: Observation) {
  return slicesOf(seen).flatMap(({ at, members }) => {
    const { topCandidates: top, chosenCandidates: chosen } = membersOf(members['logprobsResult'])
    const below = (pointer: string) => at(`/logprobsResult${pointer}`)
    return Array.isArray(top) && Array.isArray(chosen) ? [{ at: below, top, chosen }] : []
  })
}

/** Returns the maximum number of tokens that a step may contain. */
function wantedOf(seen: Observation): number | undefined {
  const { responseLogprobs, logprobs } = askedOf(seen).config
  return responseLogprobs === true ? numberOf(logprobs) : undefined
}

/** Returns the most likely tokens of each step. */
function stepsShown(seen: Observation) {
  return slicesOf(seen).flatMap(({ at, members }) =>
    itemsOf(membersOf(members['logprobsResult'])['topCandidates']).map((step, index) => ({
      at: (below: string) => at(`/logprobsResult/topCandidates/${index}${below}`),
      tokens: itemsOf(membersOf(step)['candidates']),
    })),
  )
}

/** Returns the log probabilities of each step that has several tokens. */
function stepsOf(seen: Observation) {
  return stepsShown(seen).flatMap(({ at, tokens }) => {
    const probabilities = tokens
      .map((token) => numberOf(membersOf(token)['logProbability']))
      .filter((one) => one !== undefined)
    return probabilities.length < 2 ? [] : [{ at: at(''), probabilities }]
  })
}
