import { closeSync, openSync, readSync } from 'node:fs'
import { UsageError } from '../../model/usage-error.ts'
import type { EvidenceHeader } from '../../record/evidence/frame.ts'
import { readEvidence } from '../../record/evidence/read-evidence.ts'
import type { Destination } from '../../report/destinations.ts'
import { done, exitCode } from '../../report/exit-code.ts'
import { writeHar } from '../../report/write-har.ts'
import type { Io } from '../io.ts'
import { isReplaced } from '../report/write-reports.ts'

/** Whether a file begins as evidence does. */
export function isEvidence(file: string): boolean {
  const start = Buffer.alloc(64)
  const open = openSync(file, 'r')
  try {
    return start.toString('latin1', 0, readSync(open, start)).startsWith('{"kind":"header"')
  } finally {
    closeSync(open)
  }
}

/** Writes the exchanges of evidence as a HAR, which is the one format that needs no verdict. Answers with the exit status. */
export async function harOfEvidence(file: string, destinations: readonly Destination[], io: Io): Promise<number> {
  if (destinations.length === 0 || destinations.some(({ format }) => format !== 'har'))
    throw new UsageError(
      `${file} is evidence, of which report makes a HAR only: --reporter har=FILE; mgi check judges it and writes the others`,
    )
  const header = await headerOf(file)
  for (const { file: into } of destinations) {
    if (into === null) await writeHar(header, [file], (text) => io.stdout.write(text))
    else if (!(await isReplaced(into, (part) => writeHar(header, [file], part), io))) return exitCode.inconclusive
  }
  return done
}

async function headerOf(file: string): Promise<EvidenceHeader> {
  for await (const item of readEvidence(file)) {
    if (item.kind === 'header') return item.header
    break
  }
  throw new UsageError(`${file} is no evidence file of mgi; mgi run writes exchanges.ndjson`)
}
