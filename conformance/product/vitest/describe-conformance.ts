import { beforeAll, describe, test } from 'vitest'
import { allResults, isBlocked, nameOf, type Result } from '../../../reports/result.ts'
import { unexplained } from '../../../reports/unexplained.ts'
import type { Report } from '../../core/model/report.ts'
import { operationsOf, type Requirement } from '../../core/model/requirement.ts'
import { areaOf, type Endpoint, endpoints } from '../../core/model/vocabulary.ts'
import { matchesGlob } from '../../core/text/glob.ts'
import { catalogue } from '../../specification/catalogue.ts'
import { withRequirements } from '../../specification/plugins/define-requirement.ts'
import { type CertifyOptions, certify } from '../run/certify.ts'
import { failuresIn, type Problem, undecidedIn } from './problems.ts'
import { entriesOf, type KnownFailureGiven } from './to-conform.ts'

/** The options of `certify`, and options that only apply to tests. */
export interface ConformanceOptions extends Omit<CertifyOptions, 'target' | 'knownFailures' | 'plugins'> {
  /** The base URL, or a function that returns it after the surrounding `beforeAll` has started the server. */
  readonly target: string | (() => string | Promise<string>)
  /** The name of the test group. */
  readonly name?: string
  /** The known failures. Their tests are skipped, and fail once they pass. */
  readonly known?: readonly KnownFailureGiven[]
  /** The timeout of the run in milliseconds (default 300,000). */
  readonly runTimeout?: number
}

/**
 * Defines one test for each requirement on each operation. A single run of `certify` judges the target before the first
 * test. Results with the same cause fail once: the first of their tests lists all of them, and the others are skipped.
 * Untested requirements are skipped with the reason. The last test fails if the run failed for a reason that no result
 * explains, for example because the target is unreachable.
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
    let results: ReadonlyMap<string, Result>
    let problems: readonly Problem[]
    const failed = new Map<Problem, Result>()

    beforeAll(async () => {
      const url = typeof target === 'string' ? target : await target()
      report = await certify({
        ...rest,
        target: url,
        ...(known.length === 0 ? {} : { knownFailures: entriesOf(known) }),
      })
      results = new Map(allResults(report).map((result) => [nameOf(result), result]))
      problems = [...failuresIn(report), ...undecidedIn(report)]
    }, runTimeout)

    for (const [operation, requirements] of selected(options)) {
      describe(operation, () => {
        for (const { id, statement } of requirements)
          test(`${id}: ${statement}`, ({ skip }) => {
            const result = results.get(nameOf({ id, operation }))
            if (result === undefined) throw new Error(`the run has no result for ${id} on ${operation}`)
            if (result.known !== undefined) skip(`known failure (${result.known}): ${result.reason}`)
            if (isBlocked(result)) skip(`blocked by ${result.blockedBy?.join(', ')}`)
            if (result.verdict === 'skipped') skip(result.reason)
            const problem = problems.find((one) => one.results.includes(result))
            if (problem === undefined) return
            const first = failed.get(problem) ?? result
            if (first !== result) skip(`same cause as ${nameOf(first)}: ${problem.title}`)
            failed.set(problem, result)
            throw withoutStack(problem.message)
          })
      })
    }

    test('the run as a whole has no problem', () => {
      const { verdict, reason } = report.summary
      if (unexplained(report) !== undefined) throw withoutStack(`${verdict}: ${reason}`)
    })
  })
}

/** Returns the requirements that the options select, by operation. Operations without any are omitted. */
function selected(options: ConformanceOptions): readonly (readonly [Endpoint, readonly Requirement[]])[] {
  const { areas, requirements: given = [] } = options
  const own = given.filter((one) => typeof one !== 'string')
  const globs = given.filter((one) => typeof one === 'string')
  const all = withRequirements(catalogue, own).requirements
  const wanted = all.filter(
    ({ id, behind }) => behind !== true && (globs.length === 0 || globs.some((glob) => matchesGlob(glob, id))),
  )
  const operations = endpoints.filter((operation) => areas === undefined || areas.includes(areaOf[operation]))
  return operations
    .map((operation) => [operation, wanted.filter((one) => operationsOf(one).includes(operation))] as const)
    .filter(([, requirements]) => requirements.length > 0)
}

/** Returns an error without a stack, which would only name this file and not the cause. */
function withoutStack(message: string): Error {
  const error = new Error(message)
  error.stack = message
  return error
}
