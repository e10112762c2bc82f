import { isCut, limitsIn } from '../conformance/model/limit.ts'
import type { Report } from '../conformance/model/report.ts'

type Limited = Pick<Report, 'limits' | 'limitKinds'>

/** What a limit cut off a run, a line each, with the option that allows more. */
export function cutsOf(report: Limited): readonly string[] {
  return limitsIn(report).flatMap((limit) => (isCut(limit) ? [limit.text] : []))
}

/** What narrowed a run down from the beginning. */
export function boundsOf(report: Limited): readonly string[] {
  return limitsIn(report).flatMap((limit) => (isCut(limit) ? [] : [limit.text]))
}
