import type { Report } from '../model/report.ts'

/** Adds the base URL of a documentation site to a report, if there is one. */
export function withDocs(report: Report, docs: string | undefined): Report {
  return docs === undefined ? report : { ...report, docs }
}
