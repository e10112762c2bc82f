import { requirement } from '../../../model/build.ts'
import { isPlainlyValid, type Observation } from '../../../model/observation.ts'
import { candidatesOf, wholeOf } from '../answered.ts'
import { askedOf } from '../asked.ts'
import { membersOf, numberOf } from '../members.ts'
import { type Candidate, isCut } from '../whole.ts'

const about = {
  endpoint: 'content.generate',
  dimension: 'field',
  level: 'implied',
  reading: 'C8',
  needs: ['request-body', 'response-body'],
} as const

/** How many candidates a reply has, and what they are. */
export default [
  requirement({
    ...about,
    id: 'content.candidate-count',
    alsoOn: ['content.stream'],
    section: '2.6',
    statement: 'There are as many candidates as `candidateCount` asks for.',
    appliesTo: (seen) =>
      isPlainlyValid(seen) && countOf(seen) !== undefined && candidatesOf(seen).length > 0 && !isStopped(seen),
    *check(seen) {
      const { length } = candidatesOf(seen)
      const expected = countOf(seen)
      if (length === expected) return
      const at = seen.operation.streams ? {} : { at: { in: 'body', pointer: '/candidates' } as const }
      yield {
        message: `there ${length === 1 ? 'is 1 candidate' : `are ${length} candidates`}`,
        ...at,
        expected,
        actual: length,
      }
    },
  }),
  requirement({
    ...about,
    id: 'content.candidate-indexes-distinct',
    conditional: true,
    section: '2.7',
    statement: 'Candidates have distinct `index` values.',
    appliesTo: (seen) => indexesOf(seen).length > 1,
    *check(seen) {
      const indexes = indexesOf(seen).map(({ index }) => index)
      for (const [position, { pointer, index }] of indexesOf(seen).entries()) {
        if (indexes.indexOf(index) === position) continue
        yield { message: `index ${index} stands twice`, at: { in: 'body', pointer: `${pointer}/index` }, actual: index }
      }
    },
  }),
  requirement({
    ...about,
    id: 'content.candidate-role-model',
    section: '2.7',
    conditional: true,
    statement: 'The content of a candidate has the role `model`.',
    appliesTo: (seen) => candidatesOf(seen).some(({ members }) => typeof roleOf(members) === 'string'),
    *check(seen) {
      for (const { pointer, members } of candidatesOf(seen)) {
        const actual = roleOf(members)
        if (typeof actual !== 'string' || actual === 'model') continue
        yield {
          message: `the role is "${actual}"`,
          at: { in: 'body', pointer: `${pointer}/content/role` },
          expected: 'model',
          actual,
        }
      }
    },
  }),
  requirement({
    ...about,
    id: 'content.max-output-tokens-kept',
    alsoOn: ['content.stream'],
    conditional: true,
    section: '2.6',
    statement: '`candidatesTokenCount` is at most `maxOutputTokens` a candidate.',
    appliesTo: (seen) => isPlainlyValid(seen) && limitOf(seen) !== undefined && tokensOf(seen) !== undefined,
    *check(seen) {
      const most = Number(limitOf(seen)) * Math.max(candidatesOf(seen).length, countOf(seen) ?? 1)
      const actual = Number(tokensOf(seen))
      if (actual <= most) return
      const at = wholeOf(seen)?.usageAt
      yield { message: `${actual} tokens were made`, ...(at && { at }), expected: `at most ${most}`, actual }
    },
  }),
] as const

function countOf(seen: Observation): number | undefined {
  return numberOf(askedOf(seen).config['candidateCount'])
}

/** Whether the prompt was blocked, or answers ended for a reason that may keep others from being made. */
function isStopped(seen: Observation): boolean {
  const isEnded = ({ finishReason, parts }: Candidate) => finishReason !== 'MAX_TOKENS' || parts.length === 0
  return wholeOf(seen)?.isBlocked === true || candidatesOf(seen).some((one) => isCut(one) && isEnded(one))
}

function limitOf(seen: Observation): number | undefined {
  return numberOf(askedOf(seen).config['maxOutputTokens'])
}

function tokensOf(seen: Observation): number | undefined {
  if (candidatesOf(seen).length === 0) return undefined
  return numberOf(wholeOf(seen)?.usage['candidatesTokenCount'])
}

function roleOf(candidate: Readonly<Record<string, unknown>>): unknown {
  return membersOf(candidate['content'])['role']
}

/** The candidates that say their index. */
function indexesOf(seen: Observation): readonly { readonly pointer: string; readonly index: number }[] {
  return candidatesOf(seen).flatMap(({ pointer, members }) => {
    const index = numberOf(members['index'])
    return index === undefined ? [] : [{ pointer, index }]
  })
}
