/** Coverage of the request schemas: a function of the exchanges. */
export { type Coverage, startCoverage } from './collector.ts'
export { notCovered } from './left.ts'
export { coverageOfRequests } from './of-requests.ts'
export { coverageReport } from './report.ts'
