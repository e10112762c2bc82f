import { isObject, itemsOf, type Members, membersOf, numberOf } from '../../../../../schemas/json.ts'
import { requirement } from '../../../../core/model/build.ts'
import { isPlainlyValid, type Observation } from '../../../../core/model/observation.ts'
import { askedOf } from '../asked.ts'
import { candidatesShown, lastCounts, payloadsOf, slicesOf } from '../slices.ts'

const about = {
  endpoint: 'content.generate',
  alsoOn: ['content.stream'],
  dimension: 'field',
  level: 'implied',
  interpretation: 'C8',
  conditional: true,
  needs: ['request-body', 'response-body'],
} as const

/** Requirements on content that a reply may only contain if the request allows it. */
export default [
  requirement({
    ...about,
    id: 'content.thinking-budget-kept',
    section: '2.6',
    level: 'unspecified',
    interpretation: 'C12',
    capability: 'thinking',
    statement: '`thoughtsTokenCount` is at most `thinkingBudget` a candidate.',
    appliesTo: (seen) => isPlainlyValid(seen) && budgetOf(seen) > 0 && thoughtsOf(seen) !== undefined,
    *check(seen) {
      const asked = numberOf(askedOf(seen).config['candidateCount']) ?? 1
      const most = budgetOf(seen) * Math.max(asked, candidatesShown(seen))
      const actual = Number(thoughtsOf(seen))
      const at = lastCounts(seen)?.at('/thoughtsTokenCount')
      if (actual > most)
        yield { message: `${actual} thinking tokens`, ...(at && { at }), expected: `at most ${most}`, actual }
    },
  }),
  requirement({
    ...about,
    id: 'content.code-asked-for',
    section: '2.7',
    statement: 'A response contains code and its result only if the request enables code execution.',
    appliesTo: (seen) => isPlainlyValid(seen) && !enablesCode(seen) && slicesOf(seen).length > 0,
    *check(seen) {
      for (const { at, parts } of slicesOf(seen)) {
        for (const [index, part] of parts.entries()) {
          const name = ['executableCode', 'codeExecutionResult'].find((one) => isObject(part[one]))
          if (name === undefined) continue
          const message = `response contains ${name}, but the request does not enable code execution`
          yield { message, at: at(`/content/parts/${index}/${name}`), expected: 'no code' }
        }
      }
    },
  }),
  requirement({
    ...about,
    id: 'content.nothing-blocked-when-off',
    section: '2.6',
    statement: 'A safety rating is not `blocked` for a category whose filter is off or allows everything.',
    appliesTo: (seen) => isPlainlyValid(seen) && unfiltered(seen).size > 0 && ratingsOf(seen).length > 0,
    *check(seen) {
      const off = unfiltered(seen)
      for (const { rating, at } of ratingsOf(seen)) {
        const threshold = off.get(rating['category'])
        if (threshold === undefined || rating['blocked'] !== true) continue
        const message = `${String(rating['category'])} has blocked: true under the threshold ${threshold}`
        yield { message, at, expected: false, actual: true }
      }
    },
  }),
  requirement({
    ...about,
    id: 'content.allowed-rating-not-blocked',
    section: '2.6',
    interpretation: 'C12',
    statement: 'A safety rating is not `blocked` if the requested threshold allows its `probability`.',
    appliesTo: (seen) => isPlainlyValid(seen) && allowedRatings(seen).length > 0,
    *check(seen) {
      for (const { rating, threshold, at } of allowedRatings(seen)) {
        if (rating['blocked'] !== true) continue
        const { category, probability } = rating
        const message = `${String(category)} has blocked: true with the probability ${String(probability)}, which ${threshold} allows`
        yield { message, at, expected: false, actual: true }
      }
    },
  }),
  requirement({
    ...about,
    id: 'content.text-only-as-asked',
    section: '2.6',
    interpretation: 'C12',
    statement: 'With `TEXT` as the only one of `responseModalities`, a response contains no image or audio.',
    appliesTo: (seen) => isPlainlyValid(seen) && asksForTextOnly(seen) && slicesOf(seen).length > 0,
    *check(seen) {
      for (const { at, parts } of slicesOf(seen)) {
        for (const [index, { inlineData }] of parts.entries()) {
          const mimeType = String(membersOf(inlineData)['mimeType'] ?? '')
          if (!/^(image|audio)\//i.test(mimeType)) continue
          const place = at(`/content/parts/${index}/inlineData`)
          yield {
            message: `response contains a part of type ${mimeType}`,
            at: place,
            expected: 'text',
            actual: mimeType,
          }
        }
      }
    },
  }),
] as const

function asksForTextOnly(seen: Observation): boolean {
  const modalities = itemsOf(askedOf(seen).config['responseModalities'])
  return modalities.length > 0 && modalities.every((one) => one === 'TEXT')
}

/** The probabilities that a threshold allows; those of filters that are off have a requirement of their own. */
const allowedBy: Readonly<Record<string, readonly string[]>> = {
  BLOCK_LOW_AND_ABOVE: ['NEGLIGIBLE'],
  BLOCK_MEDIUM_AND_ABOVE: ['NEGLIGIBLE', 'LOW'],
  BLOCK_ONLY_HIGH: ['NEGLIGIBLE', 'LOW', 'MEDIUM'],
}

/** Returns the ratings that the threshold of their category allows. */
function allowedRatings(seen: Observation) {
  const settings = settingsOf(seen)
  return ratingsOf(seen).flatMap(({ rating, at }) => {
    const own = settings.find(({ category }) => category === rating['category'])
    const threshold = String(own?.['threshold'])
    const isAllowed = allowedBy[threshold]?.includes(String(rating['probability'])) === true
    return isAllowed ? [{ rating, threshold, at }] : []
  })
}

function budgetOf(seen: Observation): number {
  return numberOf(membersOf(askedOf(seen).config['thinkingConfig'])['thinkingBudget']) ?? 0
}

function thoughtsOf(seen: Observation): number | undefined {
  return numberOf(lastCounts(seen)?.members['thoughtsTokenCount'])
}

/** Returns whether the request enables code. If an earlier turn contains code, this reply may contain its result. */
function enablesCode({ request }: Observation): boolean {
  const { tools, contents } = membersOf(request.value.body)
  const isEnabled = itemsOf(tools).some((tool) => 'codeExecution' in membersOf(tool))
  const earlier = [contents].flat().flatMap((turn) => itemsOf(membersOf(turn)['parts']))
  return isEnabled || earlier.some((part) => 'executableCode' in membersOf(part))
}

/** Returns the categories whose filter is off, each with its threshold, without those that the request names twice. */
function unfiltered(seen: Observation): ReadonlyMap<unknown, string> {
  const off = settingsOf(seen).filter(({ threshold }) => threshold === 'OFF' || threshold === 'BLOCK_NONE')
  return new Map(off.map(({ category, threshold }) => [category, String(threshold)]))
}

/** Returns the safety settings of a request, without those of a category that it names twice. */
function settingsOf({ request }: Observation): readonly Members[] {
  const all = itemsOf(membersOf(request.value.body)['safetySettings']).map(membersOf)
  return all.filter(({ category }) => all.filter((one) => one['category'] === category).length === 1)
}

function ratingsOf(seen: Observation) {
  const ofPrompts = payloadsOf(seen).map(({ members, at }) => ({
    rated: membersOf(members['promptFeedback']),
    at: (below: string) => at(`/promptFeedback${below}`),
  }))
  const ofCandidates = slicesOf(seen).map(({ members: rated, at }) => ({ rated, at }))
  return [...ofPrompts, ...ofCandidates].flatMap(({ rated, at }) =>
    itemsOf(rated['safetyRatings']).map((rating, index) => ({
      rating: membersOf(rating),
      at: at(`/safetyRatings/${index}/blocked`),
    })),
  )
}
