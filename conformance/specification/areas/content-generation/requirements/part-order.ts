import { itemsOf, type Members, membersOf, numberOf } from '../../../../../schemas/json.ts'
import { requirement } from '../../../../core/model/build.ts'
import type { Place } from '../../../../core/model/finding.ts'
import type { Observation } from '../../../../core/model/observation.ts'
import type { ExchangeRequirement } from '../../../../core/model/requirement.ts'
import { unmixedCandidatesOf } from '../answered.ts'
import { slicesOf } from '../slices.ts'

const about = {
  section: '2.7',
  endpoint: 'content.generate',
  dimension: 'field',
  interpretation: 'C8',
  conditional: true,
  needs: ['response-body'],
} as const

const code = 'executableCode'
const result = 'codeExecutionResult'

/** Requirements on the order of parts in an answer. */
export default [
  codeFirst({
    ...about,
    id: 'content.code-before-result',
    level: 'stated',
    // Code of an earlier turn is in the request.
    needs: ['request-body', 'response-body'],
    capability: 'code-execution',
    statement: 'A `codeExecutionResult` follows its `executableCode`.',
  }),
  codeFirst({
    ...about,
    id: 'content.stream-code-before-result',
    endpoint: 'content.stream',
    level: 'implied',
    interpretation: 'C10',
    needs: ['request-body', 'response-body'],
    capability: 'code-execution',
    statement: 'In a stream, a `codeExecutionResult` follows its `executableCode`.',
  }),
  requirement({
    ...about,
    id: 'content.end-index-not-before-start',
    alsoOn: ['content.stream'],
    level: 'implied',
    statement: 'The end of a cited or grounded range is not before its start.',
    appliesTo: (seen) => rangesOf(seen).length > 0,
    *check(seen) {
      for (const { at, start, end } of rangesOf(seen)) {
        if (end >= start) continue
        yield {
          message: `range ends before its start: ${start} to ${end}`,
          at,
          expected: `at least ${start}`,
          actual: end,
        }
      }
    },
  }),
] as const

function codeFirst<const Id extends string>(
  own: Omit<ExchangeRequirement<Id>, 'kind' | 'appliesTo' | 'check'>,
): ExchangeRequirement<Id> {
  return requirement({
    ...own,
    appliesTo: (seen) => unmixedCandidatesOf(seen).some(({ parts }) => holds(parts, result)) && !hasEarlierCode(seen),
    *check(seen) {
      for (const { partAt, parts } of unmixedCandidatesOf(seen)) {
        for (const index of early(parts)) {
          const message = 'codeExecutionResult comes without an executableCode before it'
          yield { message, at: partAt(index, ''), expected: 'executableCode before it' }
        }
      }
    },
  })
}

/** Returns whether an earlier turn contains code, whose result may be in this reply. */
function hasEarlierCode({ request }: Observation): boolean {
  const turns = [membersOf(request.value.body)['contents']].flat().map(membersOf)
  return turns.some(({ parts }) => holds(itemsOf(parts).map(membersOf), code))
}

function has(part: Members, name: string): boolean {
  return part[name] !== undefined && part[name] !== null
}

function holds(parts: readonly Members[], name: string): boolean {
  return parts.some((part) => has(part, name))
}

/**
 * Returns the positions of results that precede all code. One piece of code may have several results (interpretation
 * C8).
 */
function early(parts: readonly Members[]): readonly number[] {
  const first = parts.findIndex((part) => has(part, code))
  return parts.flatMap((part, index) => (has(part, result) && (first < 0 || index < first) ? [index] : []))
}

function rangesOf(seen: Observation) {
  return slicesOf(seen).flatMap(({ at, members }) => {
    const sources = itemsOf(membersOf(members['citationMetadata'])['citationSources'])
    const supports = itemsOf(membersOf(members['groundingMetadata'])['groundingSupports'])
    return [
      ...sources.flatMap((source, index) => rangeOf(source, at(`/citationMetadata/citationSources/${index}/endIndex`))),
      ...supports.flatMap((support, index) =>
        rangeOf(membersOf(support)['segment'], at(`/groundingMetadata/groundingSupports/${index}/segment/endIndex`)),
      ),
    ]
  })
}

function rangeOf(value: unknown, at: Place) {
  const start = numberOf(membersOf(value)['startIndex'])
  const end = numberOf(membersOf(value)['endIndex'])
  return start === undefined || end === undefined ? [] : [{ at, start, end }]
}
