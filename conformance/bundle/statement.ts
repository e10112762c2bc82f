import { allResults } from '../../reports/result.ts'
import type { Report } from '../model/report.ts'
import { resultKey } from '../model/requirement.ts'
import { faceOf, type ListedFile } from './manifest.ts'

/** The payload type of in-toto statements in DSSE envelopes. */
export const payloadType = 'application/vnd.in-toto+json'

/**
 * What is signed: an in-toto Statement v1 with a test result about the files of the bundle, the manifest among them.
 * Passed is a conforming run of which nothing was left out or excused; one with caveats or warnings is `WARNED`.
 */
export function statementOf(report: Report, files: readonly ListedFile[]): object {
  const ending = (...verdicts: string[]) =>
    allResults(report)
      .filter(({ verdict }) => verdicts.includes(verdict))
      .map(({ id, operation }) => resultKey(id, operation))
  const descriptor = ({ name, sha256 }: ListedFile) => ({ name, digest: { sha256 } })
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: files.map(descriptor),
    predicateType: 'https://in-toto.io/attestation/test-result/v0.1',
    predicate: {
      result: resultOf(report),
      configuration: files.filter(({ name }) => name === 'config.json').map(descriptor),
      passedTests: ending('pass'),
      warnedTests: ending('warn', 'inconclusive'),
      failedTests: ending('fail'),
    },
  }
}

function resultOf(report: Report): 'PASSED' | 'WARNED' | 'FAILED' {
  if (report.summary.verdict !== 'conforming') return 'FAILED'
  const { caveats, counts } = faceOf(report)
  const isWhole = caveats.every((caveat) => /^\d+ requirements? not tested/.test(caveat))
  return isWhole && counts.warn === 0 ? 'PASSED' : 'WARNED'
}
