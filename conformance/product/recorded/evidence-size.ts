import { createReadStream } from 'node:fs'
import { openFile } from '../../core/files/open-file.ts'
import { UsageError } from '../../core/text/usage-error.ts'
import { isEvidence } from './evidence-file.ts'

/**
 * The most lines of evidence that are judged together. Judging keeps facts of each exchange, whatever its size
 * (`docs/performance.md` has the figures). A run of `thorough` has fewer lines, and a proxy remembers as many exchanges.
 */
export const mostLinesJudged = 20_000

/** Rejects evidence with more lines than fit into memory. Only counts line breaks, so that nothing is read in vain. */
export async function rejectTooMuchEvidence(
  files: readonly string[],
  signal: AbortSignal,
  limit: number = mostLinesJudged,
): Promise<void> {
  let lines = 0
  // Other files are rejected for what they are, when they are read.
  for (const file of files.filter(isEvidence)) lines += await linesIn(file, signal)
  if (lines <= limit || signal.aborted) return
  const [first] = files
  const what = files.length === 1 ? `${first} has` : `the ${files.length} files of evidence (${first} …) have together`
  throw new UsageError(
    `${what} ${lines} lines, and at most ${limit} are judged together; record less in one run, for example with --area or another --profile, and judge the runs one by one`,
  )
}

const lineBreak = 0x0a

async function linesIn(file: string, signal: AbortSignal): Promise<number> {
  let lines = 0
  const stream = createReadStream(file, { fd: openFile(file), highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>
  for await (const piece of stream) {
    if (signal.aborted) break
    for (let at = piece.indexOf(lineBreak); at >= 0; at = piece.indexOf(lineBreak, at + 1)) lines += 1
  }
  return lines
}
