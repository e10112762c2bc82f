import { isDeepStrictEqual } from 'node:util'
import { catalogue } from '../../catalogue.ts'
import { catalogueDigest } from '../../judge/summary/digest.ts'
import type { Report } from '../../model/report.ts'
import { checkFiles } from '../check/check-files.ts'
import { matchesGlob } from '../glob.ts'
import type { Io } from '../io.ts'

/** Whether results were judged by the catalogue of this version: only then can it say whether they follow. */
export function isOwnCatalogue({ document }: Pick<Report, 'document'>): boolean {
  return document.digest === catalogueDigest(catalogue.requirements)
}

/** Judges evidence as the run of these results did. `undefined` when the user interrupted it. */
export async function judgedAgain(evidence: string, results: Report, io: Io): Promise<Report | undefined> {
  const checking = { isStrict: results.strict, groups: groupsOf(results), io: { ...io, stderr: { write: () => {} } } }
  return checkFiles([evidence], catalogue, checking)
}

/** The list of known failures that the run was given, as its results tell it. */
function groupsOf({ knownFailures }: Report) {
  return knownFailures?.map(({ state: _state, requirements: _requirements, ...entry }) => ({
    entry,
    requirements: catalogue.requirements.map(({ id }) => id).filter((id) => matchesGlob(entry.pattern, id)),
  }))
}

/** What a run knows and its evidence does not: how it came by its exchanges. */
const ofTheRun: ReadonlySet<string> = new Set(['source'])

/** Where results say something else than their evidence, in words; `undefined` where they follow from it. */
export function discrepancy(results: Report, again: Report): string | undefined {
  const [said, found] = [comparable(results), comparable(again)]
  const ids = new Map(found.requirements.map((requirement) => [requirement.id, requirement]))
  for (const requirement of said.requirements) {
    const other = ids.get(requirement.id)
    if (isDeepStrictEqual(requirement, other)) continue
    const words = other?.verdict === requirement.verdict ? 'other findings' : `"${other?.verdict ?? 'nothing'}"`
    return `${requirement.id} is "${requirement.verdict}" in the results, and the evidence gives ${words}`
  }
  const { summary } = found
  if (said.summary.verdict !== summary.verdict)
    return `the results say ${said.summary.verdict}, and the evidence gives ${summary.verdict}: ${summary.reason}`
  const members = new Set([...Object.keys(said), ...Object.keys(found)].filter((name) => !ofTheRun.has(name)))
  const other = [...members].find((name) => !isDeepStrictEqual(said[name as keyof Report], found[name as keyof Report]))
  return other === undefined ? undefined : `"${other}" of the results does not follow from the evidence`
}

/** Results as plain JSON without the commands, which depend on how the run was called. */
function comparable(report: Report): Report {
  const plain = JSON.parse(JSON.stringify(report)) as Report
  const requirements = plain.requirements.map((requirement) => ({
    ...requirement,
    findings: requirement.findings.map(({ curl: _curl, replay: _replay, ...finding }) => finding),
  }))
  return { ...plain, requirements }
}
