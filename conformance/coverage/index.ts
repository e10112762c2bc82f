/** Coverage of the request schemas: a function of the exchanges. */
export { type Coverage, startCoverage } from './collector.ts'
export { coverageOfRequests } from './of-requests.ts'
export { coverageReport, notCovered } from './report.ts'
