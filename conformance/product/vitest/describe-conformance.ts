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
  const { name = 'conforms to the Model Gateway Interface', runTimeout = 300_000 } = options
  describe(name, () => {
    let judged: Judged
    beforeAll(async () => {
      judged = await judgeTarget(options)
    }, runTimeout)

    for (const [operation, requirements] of selected(options)) {
      describe(operation, () => {
        for (const { id, statement } of requirements)
          test(`${id}: ${statement}`, ({ skip }) => assertPassed(nameOf({ id, operation }), judged, skip))
      })
    }

    test('the run as a whole has no problem', () => {
      const { verdict, reason } = judged.report.summary
      if (unexplained(judged.report) !== undefined) throw withoutStack(`${verdict}: ${reason}`)
    })
  })
}

/** The results of a run, and its problems. */
interface Judged {
  readonly report: Report
  readonly results: ReadonlyMap<string, Result>
  readonly problems: readonly Problem[]
  /** The result whose test fails for a problem. */
  readonly failed: Map<Problem, Result>
}

async function judgeTarget({
  target,
  known = [],
  name: _name,
  runTimeout: _runTimeout,
  ...rest
}: ConformanceOptions): Promise<Judged> {
  const url = typeof target === 'string' ? target : await target()
  const report = await certify({
    ...rest,
    target: url,
    ...(known.length === 0 ? {} : { knownFailures: entriesOf(known) }),
  })
  const results = new Map(allResults(report).map((result) => [nameOf(result), result]))
  return { report, results, problems: [...failuresIn(report), ...undecidedIn(report)], failed: new Map() }
}

/** Throws the problem of a result, or skips its test. */
function assertPassed(name: string, { results, problems, failed }: Judged, skip: (why?: string) => never): void {
  const result = results.get(name)
  if (result === undefined) throw new Error(`the run has no result for ${name}`)
  if (result.known !== undefined) skip(`known failure (${result.known}): ${result.reason}`)
  if (isBlocked(result)) skip(`blocked by ${result.blockedBy?.join(', ')}`)
  if (result.verdict === 'skipped') skip(result.reason)
  const problem = problems.find((one) => one.results.includes(result))
  if (problem === undefined) return
  const first = failed.get(problem) ?? result
  if (first !== result) skip(`same cause as ${nameOf(first)}: ${problem.title}`)
  failed.set(problem, result)
  throw withoutStack(problem.message)
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
