/** Coverage of the request schemas, computed from the exchanges alone. */
export { type Coverage, coverageOfRequests, startCoverage } from './collector.ts'
export { coverageReport, notCovered } from './report.ts'
