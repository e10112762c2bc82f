import fc from 'fast-check'
import type { OperationResult, Report } from '../conformance/core/model/report.ts'
import { dimensions, type Endpoint, endpoints, type Outcome, outcomes } from '../conformance/core/model/vocabulary.ts'
import { result } from './example-result.fixture.ts'
import { examples, operationsIn } from './examples.fixture.ts'
import { countsOf } from './select.ts'

const ids = ['messages.reply-id', 'messages.reply-usage', 'images.edit-n', 'images.count', 'images.size', 'usage.total']

/** A drawn result of a requirement on an operation. */
interface Drawn {
  readonly verdict: Outcome
  readonly isKnown: boolean
  readonly isBlocked: boolean
  readonly isIntermittent: boolean
}

const reasons: Partial<Record<Outcome, string>> = { skipped: 'not tested: no request in this run triggered this rule' }

function operationResult(
  operation: Endpoint,
  drawn: Drawn,
): Partial<OperationResult> & { readonly operation: Endpoint } {
  const { verdict, isKnown, isBlocked, isIntermittent } = drawn
  const isBroken = verdict === 'fail' || verdict === 'warn'
  const isOpen = verdict === 'inconclusive' || verdict === 'skipped'
  const finding = {
    message: 'm',
    exchange: `${operation}/1`,
    ...(isIntermittent ? { intermittent: true as const } : {}),
  }
  return {
    operation,
    verdict,
    reason: reasons[verdict] ?? 'r',
    findings: isBroken ? [finding] : [],
    ...(isBroken && isKnown ? { known: '*' } : {}),
    ...(isOpen && isBlocked ? { blockedBy: ['messages.reply-id'] } : {}),
  }
}

const drawn: fc.Arbitrary<Drawn> = fc.record({
  verdict: fc.constantFrom(...outcomes),
  isKnown: fc.boolean(),
  isBlocked: fc.boolean(),
  isIntermittent: fc.boolean(),
})

const requirement = (id: string) =>
  fc
    .tuple(fc.dictionary(fc.constantFrom(...endpoints), drawn, { minKeys: 1 }), fc.constantFrom(...dimensions))
    .map(([byOperation, dimension]) => {
      const all = Object.entries(byOperation).map(([operation, one]) => operationResult(operation as Endpoint, one))
      const [first, ...others] = all
      return result({ id, statement: 's', dimension, endpoint: first!.operation, ...first }, others)
    })

/** Any consistent report: requirements on operations with any outcome, with matching counts and verdict. */
export const anyReport: fc.Arbitrary<Report> = fc
  .tuple(fc.boolean(), ...ids.map(requirement))
  .map(([isThin, ...requirements]) => {
    const report = { ...examples.conforming(), requirements, exchanges: [] }
    const operations = operationsIn({ ...report, operations: [] })
    const worst = (['nonconforming', 'inconclusive', 'conforming'] as const).find((verdict) =>
      operations.some((one) => one.verdict === verdict),
    )!
    const inDimension = (name: string) => countsOf(requirements.filter(({ dimension }) => dimension === name))
    const summary = {
      ...report.summary,
      verdict: isThin && worst === 'conforming' ? ('no-new-failure' as const) : worst,
      reason: 'r',
      counts: countsOf(requirements),
      mandatory: { tested: isThin ? 1 : 2, selected: 2 },
      dimensions: { field: inDimension('field'), status: inDimension('status'), stream: inDimension('stream') },
    }
    return { ...report, operations, summary }
  })
