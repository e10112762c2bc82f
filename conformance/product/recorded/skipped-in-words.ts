import { counted } from '../../core/text/counted.ts'
import { visibleLine } from '../../core/text/visible.ts'
import type { SkippedFile } from './find-recordings.ts'

/** The maximum number of files and hosts that are named for one reason. */
const named = 3

/**
 * Describes why files were skipped, with one line for each reason: the number of files, their names and, if there is
 * one, the option that reads them. Files that an option reads come first, those that are no recordings last.
 */
export function skippedInWords(list: readonly SkippedFile[], nameOf: (file: string) => string): readonly string[] {
  const groups = new Map<string, SkippedFile[]>()
  for (const one of list) {
    const reason = one.option ?? one.query ?? one.below ?? (one.hosts === undefined ? one.why : elsewhere)
    groups.set(reason, [...(groups.get(reason) ?? []), one])
  }
  const ordered = [...groups.values()].sort(([one], [other]) => rank(one!) - rank(other!))
  return ordered.map((files) => visibleLine(lineFor(files, nameOf)))
}

const elsewhere = 'no entry of them is a request to an operation of the specification'

function rank({ option, hosts, query }: SkippedFile): number {
  return option === undefined ? (hosts === undefined || query !== undefined ? 1 : 2) : 0
}

function lineFor(files: readonly SkippedFile[], nameOf: (file: string) => string): string {
  const [first] = files
  const { why, hosts, option, query, below } = first!
  const names = listed(files.map(({ file }) => nameOf(file)))
  if (option !== undefined)
    return `${counted(files.length, 'file')} of ${hostsOf(files)}, which ${option} reads: ${names}`
  if (files.length === 1) return `${names}: ${why}`
  if (hosts === undefined) return `${counted(files.length, 'file')} (${names}): ${why}`
  if (below !== undefined)
    return `${counted(files.length, 'file')} of ${hostsOf(files)} (${names}): no entry of them is below the target ${below}; name theirs with --target URL`
  if (query !== undefined)
    return `${counted(files.length, 'file')} of ${hostsOf(files)} (${names}): ${elsewhere}: ${query}`
  return `${counted(files.length, 'file')} (${names}): ${elsewhere}: they are of ${hostsOf(files)}; name the gateway with --target URL if it is among them`
}

/** Lists the hosts of files, those of the most files first. */
function hostsOf(files: readonly SkippedFile[]): string {
  const counts = new Map<string, number>()
  for (const host of files.flatMap(({ hosts = [] }) => hosts)) counts.set(host, (counts.get(host) ?? 0) + 1)
  return listed([...counts].sort(([, one], [, other]) => other - one).map(([host]) => host))
}

function listed(names: readonly string[]): string {
  const more = names.length > named ? ` and ${names.length - named} more` : ''
  return `${names.slice(0, named).join(', ')}${more}`
}
