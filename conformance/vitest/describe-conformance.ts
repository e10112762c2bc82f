import { beforeAll, describe, expect, test } from 'vitest'
import { catalogue } from '../catalogue.ts'
import { matchesGlob } from '../model/glob.ts'
import type { OperationResult, Report, RequirementResult } from '../model/report.ts'
import { operationsOf, type Requirement } from '../model/requirement.ts'
import { isPassing } from '../model/run-verdict.ts'
import { areaOf, type Endpoint, endpoints } from '../model/vocabulary.ts'
import { withRequirements } from '../plugins/define-requirement.ts'
import { type CertifyOptions, certify } from '../run/certify.ts'
import { entriesOf, type KnownFailureGiven } from './to-conform.ts'
import { failureInWords, resultsOf } from './words.ts'

/** What `certify` is told, and what only tests can be told. */
export interface ConformanceOptions extends Omit<CertifyOptions, 'target' | 'knownFailures' | 'plugins'> {
  /** The base URL, or a function that tells it once `beforeAll` of the tests around has started the server. */
  readonly target: string | (() => string | Promise<string>)
  /** The name of the group of tests. */
  readonly name?: string
  /** The known failures: their tests are skipped, and fail once they pass. */
  readonly known?: readonly KnownFailureGiven[]
  /** The longest time of the run, in milliseconds (default 300,000). */
  readonly runTimeout?: number
}

/**
 * Defines one test for each requirement on each operation. One run of `certify` before the first of them judges the
 * target; each test then looks at its own result. What was not tested is skipped with the reason, and what could not be
 * decided fails. The last test is about the verdict of the whole run.
 */
export function describeConformance(options: ConformanceOptions): void {
  const {
    target,
    known = [],
    runTimeout = 300_000,
    name = 'conforms to the Model Gateway Interface',
    ...rest
  } = options
  describe(name, () => {
    let report: Report
    let results: ReadonlyMap<string, readonly [RequirementResult, OperationResult]>

    beforeAll(async () => {
      const url = typeof target === 'string' ? target : await target()
      report = await certify({
        ...rest,
        target: url,
        ...(known.length === 0 ? {} : { knownFailures: entriesOf(known) }),
      })
      results = new Map(resultsOf(report).map((pair) => [`${pair[0].id}@${pair[1].operation}`, pair]))
    }, runTimeout)

    for (const [operation, requirements] of selected(options)) {
      describe(operation, () => {
        for (const { id, statement } of requirements)
          test(`${id}: ${statement}`, ({ skip }) => {
            const found = results.get(`${id}@${operation}`)
            if (found === undefined) throw new Error(`the run has no result for ${id} on ${operation}`)
            const [requirement, result] = found
            if (result.known !== undefined) skip(`known failure (${result.known}): ${result.reason}`)
            if (result.verdict === 'skipped') skip(result.reason)
            if (result.verdict === 'inconclusive' && result.blockedBy !== undefined)
              skip(`blocked by ${result.blockedBy.join(', ')}`)
            if (result.verdict === 'fail' || result.verdict === 'inconclusive')
              throw withoutStack(failureInWords(requirement, result))
          })
      })
    }

    test('the run has no new failure', () => {
      const { verdict, reason } = report.summary
      expect(isPassing(verdict), `${verdict}: ${reason}`).toBe(true)
    })
  })
}

/** The requirements that the options select, by operation, without those that select nothing. */
function selected(options: ConformanceOptions): readonly (readonly [Endpoint, readonly Requirement[]])[] {
  const { areas, requirements: given = [] } = options
  const own = given.filter((one) => typeof one !== 'string')
  const globs = given.filter((one) => typeof one === 'string')
  const all = withRequirements(catalogue, own).requirements
  const wanted = all.filter(({ id }) => globs.length === 0 || globs.some((glob) => matchesGlob(glob, id)))
  const operations = endpoints.filter((operation) => areas === undefined || areas.includes(areaOf[operation]))
  return operations
    .map((operation) => [operation, wanted.filter((one) => operationsOf(one).includes(operation))] as const)
    .filter(([, requirements]) => requirements.length > 0)
}

/** The failure is far from here: a stack would name this file. */
function withoutStack(message: string): Error {
  const error = new Error(message)
  error.stack = message
  return error
}
