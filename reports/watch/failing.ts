import type { Report, ResultName } from '../../conformance/model/report.ts'
import { difference } from '../diff/difference.ts'
import { allResults, type Result } from '../result.ts'
import type { NamedReport } from '../side.ts'

/** A result before and now. */
export interface Turn {
  readonly before: Result | undefined
  readonly now: Result
}

/** The changes of failed results. */
export interface Turns {
  readonly fresh: readonly Turn[]
  readonly mended: readonly Turn[]
  readonly stillFailing: number
}

/** Compares two reports. */
export function turnsFrom(before: NamedReport, now: NamedReport): Turns {
  const { changes, stillFailing } = difference(before, now)
  const turnOf = ({ id: requirement, operation }: { readonly id: string; readonly operation: Result['operation'] }) => {
    const name = { requirement, operation }
    const later = resultNamed(now.report, name)
    return later === undefined ? [] : [{ before: resultNamed(before.report, name), now: later }]
  }
  return {
    fresh: changes['newly-failing'].flatMap(turnOf),
    mended: changes.fixed.flatMap(turnOf),
    stillFailing: stillFailing.length,
  }
}

export function resultNamed(report: Report, { requirement, operation }: ResultName): Result | undefined {
  return allResults(report).find((one) => one.id === requirement && one.operation === operation)
}
