import { basename, dirname, extname, join, relative } from 'node:path'
import { fileNames } from '../../../../reports/formats.ts'
import { fileNamesFor } from '../../../core/files/file-names.ts'
import type { Summary } from '../../../core/model/report.ts'
import { UsageError } from '../../../core/text/usage-error.ts'
import { visibleLine } from '../../../core/text/visible.ts'
import { filesOfRun } from '../../config/examples.ts'
import type { SkippedFile } from '../../recorded/find-recordings.ts'
import { skippedInWords } from '../../recorded/skipped-in-words.ts'
import type { Destination } from '../../report/destinations.ts'
import { exitCode } from '../../report/exit-code.ts'
import { previousFolder } from '../../report/previous-run.ts'

/** The outcome of the recordings of one target. */
export interface TargetOutcome {
  readonly target: string
  readonly summary: Pick<Summary, 'verdict' | 'reason' | 'requests'>
  readonly status: number
}

/** The exit statuses from the worst to the best. */
const order = [exitCode.nonconforming, exitCode.inconclusive, exitCode.conforming] as const

export function worstStatus(outcomes: readonly TargetOutcome[]): number {
  return order.find((status) => outcomes.some((one) => one.status === status)) ?? exitCode.inconclusive
}

const verdicts: Readonly<Record<number, string>> = {
  [exitCode.conforming]: 'no new failure in the recordings of any host',
  [exitCode.nonconforming]: 'nonconforming: at least one host is nonconforming',
  [exitCode.inconclusive]: 'inconclusive: at least one host is inconclusive, or a report could not be written',
}

/** Returns a line for each target, and one for all of them. */
export function overall(outcomes: readonly TargetOutcome[]): readonly string[] {
  return [
    `${outcomes.length} hosts`,
    ...outcomes.map(({ target, summary }) => visibleLine(`  ${target}: ${summary.verdict} (${summary.reason})`)),
    `All: ${verdicts[worstStatus(outcomes)]}`,
  ]
}

/** Returns a line for each reason why files in folders were skipped. */
export function skippedFileLines(list: readonly SkippedFile[], cwd: string): readonly string[] {
  return skippedInWords(list, (file) => relative(cwd, file) || file).map((line) => `skipped ${line}`)
}

/** Human-readable formats. Several of them may be written to standard output. */
const forPeople: readonly string[] = ['terminal', 'text', 'github', 'markdown']

/** Rejects machine-readable reports of several targets on standard output. Throws a `UsageError`. */
export function assertPlaces(destinations: readonly Destination[]): void {
  const one = destinations.find(({ format, file }) => file === null && !forPeople.includes(format))
  if (one === undefined) return
  throw new UsageError(
    `--reporter ${one.format}=-: the recordings are of several hosts, each with a report; write files, or name a host with --target URL`,
  )
}

/**
 * Returns the destinations for the reports of one target. In `--out` they are in a folder named after the target;
 * elsewhere the file names contain its name before the extension.
 */
export function forTarget(destinations: readonly Destination[], slug: string): readonly Destination[] {
  return destinations.map((destination) => {
    const { file, name, isElsewhere } = destination
    if (file === null) return destination
    const place = (path: string): string => {
      const [folder, own, kind] = [dirname(path), basename(path), extname(path)]
      return isElsewhere ? join(folder, `${basename(own, kind)}.${slug}${kind}`) : join(folder, slug, own)
    }
    return { ...destination, file: place(file), name: place(name) }
  })
}

/** Returns a file name for each target, from its host and path. They are not those of files in the folder of a run. */
export function namesOfTargets(targets: readonly string[]): readonly string[] {
  const own = [previousFolder, ...filesOfRun, ...Object.values(fileNames).filter((name) => name !== null)]
  return fileNamesFor(
    targets.map((target) => target.replace(/^https?:\/\//, '')),
    own,
  )
}
