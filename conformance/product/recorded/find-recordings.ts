import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { factsOf } from '../../core/files/file-facts.ts'
import { lockName } from '../../core/files/lock-folder.ts'
import { beginningOf } from '../../core/files/open-file.ts'
import { UsageError } from '../../core/text/usage-error.ts'
import { foreignFormat } from '../../engine/record/cassette/foreign-formats.ts'
import { previousFolder } from '../report/previous-run.ts'
import { evidenceAt, isEvidence } from './evidence-file.ts'
import { isRecording } from './har/is-recording.ts'
import type { UnjudgedRecording } from './har/targets-in.ts'
import { isCompressed } from './read-files.ts'

/** A file in a folder that is not judged, and the reason. */
export interface SkippedFile extends Pick<UnjudgedRecording, 'hosts' | 'option' | 'query' | 'below'> {
  readonly file: string
  readonly why: string
}

/** The files to judge, and other files that were found. */
export interface FoundRecordings {
  readonly files: readonly string[]
  /** Files that the user did not name. If one of them cannot be judged, it is skipped. */
  readonly inFolders: ReadonlySet<string>
  readonly passedOver: readonly SkippedFile[]
}

/** The maximum number of files in a folder, and the maximum depth of a folder. */
const mostFiles = 20_000
const deepest = 32

/** Finds the recordings at paths: files, folders of runs, and folders that mix both. */
export function findRecordings(paths: readonly string[]): FoundRecordings {
  const files: string[] = []
  const inFolders = new Set<string>()
  const passedOver: SkippedFile[] = []
  for (const path of paths) {
    if (factsOf(path)?.isDirectory() !== true) {
      files.push(evidenceAt(path))
      continue
    }
    const before = files.length + passedOver.length
    for (const file of filesBelow(path, passedOver)) {
      const why = reasonAgainst(file)
      if (why !== undefined) passedOver.push({ file, why })
      else {
        files.push(file)
        inFolders.add(file)
      }
    }
    if (files.length + passedOver.length === before)
      throw new UsageError(`${path} has no files; name a folder with recordings, or the folder of a run`)
  }
  return { files, inFolders, passedOver }
}

/**
 * Lists the files of a folder, sorted by name. Does not follow links, so that nothing outside of the folder is read.
 */
function filesBelow(folder: string, passedOver: SkippedFile[]): readonly string[] {
  const files: string[] = []
  const walk = (place: string, depth: number): void => {
    if (depth > deepest) throw new UsageError(`${place} is more than ${deepest} folders deep; name a folder in it`)
    const entries = readdirSync(place, { withFileTypes: true }).sort((one, other) => (one.name < other.name ? -1 : 1))
    const holds = (wanted: string): boolean => entries.some(({ name }) => name === wanted)
    const isRun = holds('exchanges.ndjson')
    // The earlier run that is kept in the folder of a run is not part of it.
    const hasEarlier = isRun || holds('results.json')
    for (const entry of entries) {
      const path = join(place, entry.name)
      if (entry.isSymbolicLink()) passedOver.push({ file: path, why: 'it is a link' })
      else if (entry.isDirectory()) {
        const isEarlier = hasEarlier && entry.name === previousFolder
        if (!isHidden(entry.name) && !isEarlier) walk(path, depth + 1)
      } else if (entry.isFile() && entry.name !== lockName && !(isRun && isReport(entry.name))) files.push(path)
      if (files.length > mostFiles)
        throw new UsageError(`${folder} has more than ${mostFiles} files; name a folder in it`)
    }
  }
  walk(folder, 0)
  return files
}

function isHidden(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules'
}

/** Returns whether a file in the folder of a run only shows its evidence. */
function isReport(name: string): boolean {
  return name === 'exchanges.har' || !/\.(har|har\.zip|ndjson)$/i.test(name)
}

function reasonAgainst(file: string): string | undefined {
  try {
    if (statSync(file).size === 0) return 'it is empty'
    if (isRecording(file) || isEvidence(file)) return undefined
    const start = beginningOf(file, 16 * 1024)
    if (isCompressed(start)) return 'it is compressed; unpack it if it is a recording'
    return foreignFormat(start.toString('utf8').trimStart()) ?? 'it is not a recording'
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // Too few file descriptors are no fault of the file.
    if (code === 'EMFILE' || code === 'ENFILE') throw error
    return `it cannot be read (${code})`
  }
}
