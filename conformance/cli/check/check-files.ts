import { existsSync, statSync } from 'node:fs'
import type { EvidenceFooter, EvidenceHeader } from '../../evidence/frame.ts'
import type { About } from '../../evidence/line.ts'
import { readEvidence } from '../../evidence/read-evidence.ts'
import { type Place, readAt } from '../../evidence/store.ts'
import { startJudge } from '../../judge/index.ts'
import type { Report } from '../../model/report.ts'
import type { Catalogue } from '../../model/suite.ts'
import type { Io } from '../io.ts'
import { startBill } from '../report/bill.ts'
import { conclude } from '../report/conclude.ts'
import { UsageError } from '../usage-error.ts'
import { joined } from './join.ts'

interface Kept {
  readonly file: string
  readonly place: Place
  readonly about: About
}

/** Judges the exchanges of evidence files, one at a time. `undefined` when the user interrupted it. */
export async function checkFiles(
  files: readonly string[],
  catalogue: Catalogue,
  { isStrict, io }: { readonly isStrict: boolean; readonly io: Io },
): Promise<Report | undefined> {
  for (const file of files) assertFile(file)
  const judge = startJudge(catalogue)
  const bill = startBill()
  const kept = new Map<string, Kept>()
  const headers: EvidenceHeader[] = []
  const footers: (EvidenceFooter | undefined)[] = []
  const gaps: string[] = []
  for (const file of files) {
    for await (const item of readEvidence(file)) {
      if (io.signal.aborted) return undefined
      if (item.kind === 'header') headers.push(item.header)
      else if (item.kind === 'problem') gaps.push(problemIn(file, item))
      else if (item.kind === 'end') {
        footers.push(item.footer)
        if (item.truncated) gaps.push(`${file} is cut off: the run that wrote it did not come to its end`)
      } else {
        const exchange = { ...item.exchange, id: unused(item.exchange.id, kept) }
        kept.set(exchange.id, { file, place: item.place, about: item.about })
        const seen = judge.see(exchange)
        if (seen !== undefined) bill.add(seen)
      }
    }
  }
  for (const gap of gaps) io.stderr.write(`mgi: ${gap}\n`)
  const context = joined(headers, footers, isStrict)
  return conclude(judge, {
    ...context,
    catalogue,
    source: 'evidence',
    limits: [...context.limits, ...gaps],
    gap: gaps[0],
    requests: kept.size,
    billed: bill.total,
    read: (id) => readKept(id, kept.get(id)),
    about: (id) => kept.get(id)?.about ?? {},
  })
}

function assertFile(file: string): void {
  if (!existsSync(file)) throw new UsageError(`there is no file ${file}`)
  if (statSync(file).isDirectory()) throw new UsageError(`${file} is a folder; name the exchanges.ndjson in it`)
}

function problemIn(file: string, { line, problem }: { readonly line: number; readonly problem: string }): string {
  if (line === 1)
    throw new UsageError(`${file} is no evidence file of mgi: ${problem}; mgi run writes exchanges.ndjson`)
  return `${file} line ${line} cannot be read: ${problem}`
}

/** The same case of another file is another exchange. */
function unused(id: string, kept: ReadonlyMap<string, unknown>): string {
  let candidate = id
  for (let number = 2; kept.has(candidate); number += 1) candidate = `${id}~${number}`
  return candidate
}

function readKept(id: string, kept: Kept | undefined): ReturnType<typeof readAt> {
  const exchange = kept === undefined ? undefined : readAt(kept.file, kept.place)
  return exchange === undefined ? undefined : { ...exchange, id }
}
