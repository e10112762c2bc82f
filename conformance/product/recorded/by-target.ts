import { basename } from 'node:path'
import { UsageError } from '../../core/text/usage-error.ts'
import { readEvidence } from '../../engine/record/evidence/read-evidence.ts'
import type { FoundRecordings, SkippedFile } from './find-recordings.ts'
import { isRecording } from './har/is-recording.ts'
import type { HarReader } from './har/items.ts'
import type { TargetsIn } from './har/targets-in.ts'
import { skippedInWords } from './skipped-in-words.ts'

/** The recordings of one target. */
export interface TargetFiles {
  readonly target: string
  readonly files: readonly string[]
}

export interface ByTarget {
  /** The groups, in the order in which the targets are found. */
  readonly groups: readonly TargetFiles[]
  readonly passedOver: readonly SkippedFile[]
}

/**
 * Groups recordings by target. A recording of several gateways belongs to several groups. A file in a folder without
 * traffic of a gateway is skipped; if the user named the file, it is an error.
 */
export async function groupByTarget(
  { files, inFolders, passedOver }: FoundRecordings,
  reader: Pick<HarReader, 'targetsIn'>,
  wanted: string | undefined,
): Promise<ByTarget> {
  const groups = new Map<string, string[]>()
  const others: SkippedFile[] = [...passedOver]
  for (const file of files) {
    const found = isRecording(file) ? await reader.targetsIn(file) : await targetOfEvidence(file, inFolders, wanted)
    if ('problem' in found) {
      if (!inFolders.has(file)) throw new UsageError(found.problem)
      others.push({ ...found, file, why: found.problem.replace(file, 'it') })
    } else for (const target of found.targets) groups.set(target, [...(groups.get(target) ?? []), file])
  }
  if (groups.size === 0 && others.length > 0) throw new UsageError(nothingIn(others))
  return { groups: [...groups].map(([target, list]) => ({ target, files: list })), passedOver: others }
}

/** The name of the embedded server's target, whatever its port. */
const embedded = 'embedded'

/** Returns the target of an evidence file from its header. A file that the user named is always judged. */
async function targetOfEvidence(
  file: string,
  inFolders: ReadonlySet<string>,
  wanted: string | undefined,
): Promise<TargetsIn> {
  for await (const item of readEvidence(file)) {
    if (item.kind !== 'header') break
    const { url, embedded: isEmbedded } = item.header.target
    const isOther = wanted !== undefined && url !== wanted
    if (isOther && inFolders.has(file)) return { problem: `${file} is of ${url}, not of ${wanted}` }
    return { targets: [isEmbedded ? embedded : url] }
  }
  if (inFolders.has(file)) return { problem: `${file} is not an evidence file of mgi` }
  return { targets: [file] }
}

function nothingIn(others: readonly SkippedFile[]): string {
  const [first, second] = others
  if (second === undefined) return `there is nothing to judge: ${first!.file}: ${first!.why}`
  return `there is nothing to judge: ${skippedInWords(others, (file) => basename(file)).join('; ')}`
}
