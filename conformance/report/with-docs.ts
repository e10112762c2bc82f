import type { Report } from '../model/report.ts'

/** The report with the base URL of the documentation site to which its requirements link, where one was named. */
export function withDocs(report: Report, docs: string | undefined): Report {
  return docs === undefined ? report : { ...report, docs }
}
