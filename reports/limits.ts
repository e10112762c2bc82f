import { isCut, limitsIn } from '../conformance/core/model/limit.ts'
import type { Report } from '../conformance/core/model/report.ts'

type Limited = Pick<Report, 'limits' | 'limitKinds'>

/** Lists the limits that cut off a run, with the option that allows more. */
export function cutsOf(report: Limited): readonly string[] {
  return limitsIn(report).flatMap((limit) => (isCut(limit) ? [limit.text] : []))
}

/** Lists the limits that a run had from the start. */
export function boundsOf(report: Limited): readonly string[] {
  return limitsIn(report).flatMap((limit) => (isCut(limit) ? [] : [limit.text]))
}
