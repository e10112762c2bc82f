import { membersOf, numberOf } from '../../../../../schemas/json.ts'
import { requirement } from '../../../../core/model/build.ts'
import { isPlainlyValid, type Observation } from '../../../../core/model/observation.ts'
import { counted } from '../../../../core/text/counted.ts'
import { candidatesOf, wholeOf } from '../answered.ts'
import { askedOf } from '../asked.ts'
import { candidatesShown, lastCounts, type Payload, payloadsOf, type Slice, slicesIn, slicesOf } from '../slices.ts'
import { type Candidate, isCutShort } from '../whole.ts'

const about = {
  endpoint: 'content.generate',
  dimension: 'field',
  level: 'implied',
  interpretation: 'C8',
  needs: ['request-body', 'response-body'],
} as const

/** Requirements on the number of candidates in a reply, and on their content. */
export default [
  requirement({
    ...about,
    id: 'content.candidate-count',
    effectOf: 'generationConfig/candidateCount',
    alsoOn: ['content.stream'],
    section: '2.6',
    statement: 'The response has `candidateCount` candidates.',
    appliesTo: (seen) =>
      isPlainlyValid(seen) &&
      countOf(seen) !== undefined &&
      candidatesOf(seen).length > 0 &&
      !isStopped(seen) &&
      !areIndexesEqual(seen),
    *check(seen) {
      const { length } = candidatesOf(seen)
      const expected = countOf(seen)
      if (length === expected) return
      const at = seen.operation.streams ? {} : { at: { in: 'body', pointer: '/candidates' } as const }
      yield {
        message: `response contains ${counted(length, 'candidate')}`,
        ...at,
        expected,
        actual: length,
      }
    },
  }),
  requirement({
    ...about,
    id: 'content.candidate-indexes-distinct',
    alsoOn: ['content.stream'],
    conditional: true,
    section: '2.7',
    statement: 'Candidates have distinct `index` values.',
    appliesTo: (seen) => payloadsOf(seen).some((payload) => indexesIn(payload).length > 1),
    *check(seen) {
      for (const { at, index } of repeatedIndexes(seen))
        yield { message: `two candidates have index ${index}`, at: at('/index'), actual: index }
    },
  }),
  requirement({
    ...about,
    id: 'content.candidate-role-model',
    alsoOn: ['content.stream'],
    section: '2.7',
    conditional: true,
    statement: 'The content of a candidate has the role `model`.',
    appliesTo: (seen) => slicesOf(seen).some(({ members }) => typeof roleOf(members) === 'string'),
    *check(seen) {
      for (const { at, members } of slicesOf(seen)) {
        const actual = roleOf(members)
        if (typeof actual !== 'string' || actual === 'model') continue
        yield { message: `the role is "${actual}"`, at: at('/content/role'), expected: 'model', actual }
      }
    },
  }),
  requirement({
    ...about,
    id: 'content.max-output-tokens-kept',
    effectOf: 'generationConfig/maxOutputTokens',
    alsoOn: ['content.stream'],
    conditional: true,
    section: '2.6',
    statement: '`candidatesTokenCount` is at most `maxOutputTokens` a candidate.',
    appliesTo: (seen) => isPlainlyValid(seen) && limitOf(seen) !== undefined && tokensOf(seen) !== undefined,
    *check(seen) {
      const most = Number(limitOf(seen)) * Math.max(candidatesShown(seen), countOf(seen) ?? 1)
      const actual = Number(tokensOf(seen))
      if (actual <= most) return
      const at = lastCounts(seen)?.at('')
      yield { message: `response has ${actual} output tokens`, ...(at && { at }), expected: `at most ${most}`, actual }
    },
  }),
] as const

function countOf(seen: Observation): number | undefined {
  return numberOf(askedOf(seen).config['candidateCount'])
}

/** Returns whether the prompt was blocked, or an answer ended for a reason that may also suppress others. */
function isStopped(seen: Observation): boolean {
  const isEnded = ({ finishReason, parts }: Candidate) => finishReason !== 'MAX_TOKENS' || parts.length === 0
  return wholeOf(seen)?.isBlocked === true || candidatesOf(seen).some((one) => isCutShort(one) && isEnded(one))
}

/** Returns whether candidates of a stream have one index. They cannot be counted then, and that is said of the index. */
function areIndexesEqual(seen: Observation): boolean {
  return seen.operation.streams && repeatedIndexes(seen).length > 0
}

function limitOf(seen: Observation): number | undefined {
  return numberOf(askedOf(seen).config['maxOutputTokens'])
}

function tokensOf(seen: Observation): number | undefined {
  if (slicesOf(seen).length === 0) return undefined
  return numberOf(lastCounts(seen)?.members['candidatesTokenCount'])
}

function roleOf(candidate: Readonly<Record<string, unknown>>): unknown {
  return membersOf(candidate['content'])['role']
}

/** Returns the candidates that have the index of an earlier one in the same reply or event. */
function repeatedIndexes(seen: Observation): readonly (Slice & { readonly index: number })[] {
  return payloadsOf(seen).flatMap((payload) => {
    const indexed = indexesIn(payload)
    const indexes = indexed.map(({ index }) => index)
    return indexed.filter(({ index }, position) => indexes.indexOf(index) !== position)
  })
}

function indexesIn(payload: Payload): readonly (Slice & { readonly index: number })[] {
  return slicesIn(payload).flatMap((slice) => {
    const index = numberOf(slice.members['index'])
    return index === undefined ? [] : [{ ...slice, index }]
  })
}
