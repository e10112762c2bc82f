import type { Destination } from '../../report/destinations.ts'
import { removedInWords, removeFormerReports } from '../../report/former-reports.ts'
import type { Written } from '../../report/write-reports.ts'
import type { Io } from '../io.ts'
import { writtenInWords } from './reporting.ts'

/** The folder that a command writes to, and what is said of it. */
export interface Folder {
  /** Absolute; `undefined` where none was named. */
  readonly out: string | undefined
  /** The same as its user wrote it. */
  readonly inWords: string | undefined
  /** Files that were written to it beside reports. */
  readonly besides: readonly string[]
  readonly isQuiet: boolean
}

/** Removes what an earlier run has left in the folder, and says on stderr what was written and removed. */
export function tellWritten(
  written: Written,
  destinations: readonly Destination[],
  { out, inWords = '.', besides, isQuiet }: Folder,
  { stderr }: Pick<Io, 'stderr'>,
): void {
  const removed = out === undefined ? undefined : removedInWords(removeFormerReports(out, destinations))
  const isAnything = written.files.length + besides.length > 0
  const told = isAnything ? writtenInWords(written, inWords, besides) : undefined
  for (const line of isQuiet ? [] : [told, removed]) if (line !== undefined) stderr.write(`${line}\n`)
}
