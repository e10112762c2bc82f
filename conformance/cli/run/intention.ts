import { baseUrlsInWords } from '../../../reports/identity.ts'
import type { RunOptions } from '../../config/run-options.ts'
import type { Operation } from '../../model/operation.ts'
import type { Plan } from '../../model/plan.ts'
import { isEmpty } from '../../run/plan/empty-share.ts'
import { type Promised, promiseOf } from '../../run/plan/promise.ts'
import type { Target } from '../../run/target/target.ts'

/** What a run is about to send, and what it may cost at worst. It shows at once that no gateway is tested where the URL was forgotten. */
export function intention(plan: Plan, target: Target, options: RunOptions, operations: readonly Operation[]): string {
  const whom = target.embedded
    ? 'the embedded reference server (no URL given)'
    : target.url + baseUrlsInWords(options.targetOptions.vocabulary)
  if (isEmpty(plan)) return `Sending nothing to ${whom}`
  const { expected, worst } = promiseOf(plan, options, operations)
  return `Sending ${counted(expected.requests, 'request')} to ${whom}${through(options)} (${worstInWords(worst)})`
}

/** A proxy may come from the environment: whoever forgot it reads it here. */
function through({ targetOptions: { connection } }: RunOptions): string {
  return connection.proxy === undefined ? '' : ` through the proxy ${new URL(connection.proxy).origin}`
}

/** The promise of a run: whatever the target does, it costs no more. */
export function worstInWords({ requests, calls, images }: Promised['worst']): string {
  const bounds = [
    ...(requests === undefined ? [] : [counted(requests, 'request')]),
    counted(calls, 'billed call'),
    counted(images, 'image'),
  ]
  return `at most ${bounds.join(', ')}`
}

function counted(count: number, what: string): string {
  return count === 1 ? `1 ${what}` : `${count} ${what}s`
}
