import { excusedIn } from '../../../reports/known.ts'
import { nameOf } from '../../../reports/result.ts'
import { blockedByReason } from '../../../reports/select.ts'
import type { Report } from '../../core/model/report.ts'
import { counted } from '../../core/text/counted.ts'

/** A file of a bundle as its manifest lists it. */
export interface ListedFile {
  /** Its path within the bundle, with `/`. */
  readonly name: string
  readonly sha256: string
  readonly bytes: number
}

/** The manifest of a bundle: the verdict of the run, its caveats, and the digests of all other files. */
export interface Manifest {
  readonly formatVersion: 2
  /** The version of this suite that made the bundle and its reports. */
  readonly tool: Report['tool']
  readonly summary: ManifestSummary
  readonly files: readonly ListedFile[]
}

/** The summary in a manifest, which is derived from the results. */
export interface ManifestSummary
  extends Pick<
    Report,
    'target' | 'specification' | 'edition' | 'catalogue' | 'profile' | 'seed' | 'strict' | 'source' | 'startedAt'
  > {
  readonly verdict: Report['summary']['verdict']
  readonly reason: string
  readonly requests: number
  readonly counts: Report['summary']['counts']
  /** The version of this suite that judged the run. */
  readonly judgedBy: Report['tool']
  /** Reasons why the verdict does not cover the complete catalogue, as text. */
  readonly caveats: readonly string[]
}

export function manifestSummaryOf(report: Report): ManifestSummary {
  const { target, specification, edition, catalogue, profile, seed, strict, source, startedAt, summary, tool } = report
  const { verdict, reason, requests, counts } = summary
  return {
    verdict,
    reason,
    target,
    profile,
    seed,
    strict,
    source,
    startedAt,
    requests,
    counts,
    specification,
    ...(edition === undefined ? {} : { edition }),
    catalogue,
    judgedBy: tool,
    caveats: caveatsOf(report),
  }
}

/** Returns the command that verifies a bundle. Its words in capitals are to be replaced. */
export function verifyingCommand({ edition, verdict }: Pick<ManifestSummary, 'edition' | 'verdict'>): string {
  const inEdition = edition === undefined ? '' : ` --edition ${edition}`
  return `npx mgi verify FOLDER --key PUB.pem${inEdition} --expect ${verdict}`
}

function caveatsOf(report: Report): readonly string[] {
  const { limits, knownFailures = [], declarations = [], target, summary } = report
  const excused = excusedIn(report)
  const blocked = blockedByReason(report).reduce((sum, { results }) => sum + results.length, 0)
  const { skipped, inconclusive } = summary.counts
  return [
    ...(target.embedded ? ['the target is the embedded reference server, not a gateway'] : []),
    ...limits,
    ...(excused.length === 0
      ? []
      : [`${counted(excused.length, 'known failure')} excused: ${excused.map(nameOf).join(', ')}`]),
    ...(knownFailures.length > 0 && excused.length === 0
      ? ['a list of known failures was given; it excuses nothing']
      : []),
    ...(declarations.length === 0
      ? []
      : [
          `declared absent: ${declarations.map(({ capability, found }) => `${capability} (found ${found})`).join(', ')}`,
        ]),
    ...(skipped === 0 ? [] : [`${counted(skipped, 'requirement')} not tested; the report states the reason`]),
    ...(inconclusive === 0 ? [] : [`${counted(inconclusive, 'requirement')} could not be decided`]),
    ...(blocked === 0 ? [] : [`${counted(blocked, 'result')} not decided because other results failed`]),
  ]
}
