import { requirement } from '../../../model/build.ts'
import type { Observation } from '../../../model/observation.ts'
import { candidatesOf } from '../answered.ts'
import { itemsOf, type Members, membersOf, numberOf } from '../members.ts'

const about = {
  section: '2.7',
  endpoint: 'content.generate',
  dimension: 'field',
  reading: 'C8',
  conditional: true,
  needs: ['response-body'],
} as const

const code = 'executableCode'
const result = 'codeExecutionResult'

/** What stands before what in an answer. */
export default [
  requirement({
    ...about,
    id: 'content.code-before-result',
    level: 'stated',
    capability: 'code-execution',
    statement: 'A `codeExecutionResult` stands after its `executableCode`.',
    appliesTo: (seen) => candidatesOf(seen).some(({ parts }) => holds(parts, code) && holds(parts, result)),
    *check(seen) {
      for (const { pointer, parts } of candidatesOf(seen)) {
        for (const index of early(parts)) {
          const at = { in: 'body', pointer: `${pointer}/content/parts/${index}` } as const
          yield { message: 'a codeExecutionResult stands before its code', at, expected: 'executableCode before it' }
        }
      }
    },
  }),
  requirement({
    ...about,
    id: 'content.end-index-not-before-start',
    level: 'implied',
    statement: 'The end of a cited or grounded range is not before its start.',
    appliesTo: (seen) => rangesOf(seen).length > 0,
    *check(seen) {
      for (const { pointer, start, end } of rangesOf(seen)) {
        if (end >= start) continue
        yield {
          message: `the range is ${start} to ${end}`,
          at: { in: 'body', pointer },
          expected: `at least ${start}`,
          actual: end,
        }
      }
    },
  }),
] as const

function has(part: Members, name: string): boolean {
  return part[name] !== undefined && part[name] !== null
}

function holds(parts: readonly Members[], name: string): boolean {
  return parts.some((part) => has(part, name))
}

/** The positions of results whose code comes only after them. A result whose code is not shown at all tells nothing. */
function early(parts: readonly Members[]): readonly number[] {
  let pending = 0
  return parts.flatMap((part, index) => {
    if (has(part, code)) pending += 1
    if (!has(part, result)) return []
    pending -= 1
    return pending < 0 && holds(parts.slice(index), code) ? [index] : []
  })
}

function rangesOf(seen: Observation) {
  return candidatesOf(seen).flatMap(({ pointer, members }) => {
    const sources = itemsOf(membersOf(members['citationMetadata'])['citationSources'])
    const supports = itemsOf(membersOf(members['groundingMetadata'])['groundingSupports'])
    return [
      ...sources.flatMap((source, index) => rangeOf(source, `${pointer}/citationMetadata/citationSources/${index}`)),
      ...supports.flatMap((support, index) =>
        rangeOf(membersOf(support)['segment'], `${pointer}/groundingMetadata/groundingSupports/${index}/segment`),
      ),
    ]
  })
}

function rangeOf(value: unknown, pointer: string) {
  const start = numberOf(membersOf(value)['startIndex'])
  const end = numberOf(membersOf(value)['endIndex'])
  return start === undefined || end === undefined ? [] : [{ pointer: `${pointer}/endIndex`, start, end }]
}
