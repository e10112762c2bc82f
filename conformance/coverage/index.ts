/** Coverage of the request schemas, computed from the exchanges alone. */
export { type Coverage, startCoverage } from './collector.ts'
export { coverageOfRequests } from './of-requests.ts'
export { coverageReport, notCovered } from './report.ts'
