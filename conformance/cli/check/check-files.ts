import type { About } from '../../evidence/line.ts'
import { observe, startJudge } from '../../judge/index.ts'
import type { Exchange } from '../../model/exchange.ts'
import type { Report } from '../../model/report.ts'
import type { Catalogue } from '../../model/suite.ts'
import type { Io } from '../io.ts'
import { startBill } from '../report/bill.ts'
import { conclude } from '../report/conclude.ts'
import { joined } from './join.ts'
import { readFiles } from './read-files.ts'

/** Judges the exchanges of evidence files, one at a time. `undefined` when the user interrupted it. */
export async function checkFiles(
  files: readonly string[],
  catalogue: Catalogue,
  { isStrict, io }: { readonly isStrict: boolean; readonly io: Io },
): Promise<Report | undefined> {
  const judge = startJudge(catalogue)
  const bill = startBill()
  const see = (exchange: Exchange, { origin }: About): void => {
    // What was sent to make a finding smaller shows what was found already: the run did not judge it either.
    const seen = origin === 'shrink' ? observe(catalogue.operations, exchange) : judge.see(exchange)
    if (seen !== undefined) bill.add(seen)
  }
  const { headers, footers, gaps, count, read, about } = await readFiles(files, see, io.signal)
  if (io.signal.aborted) return undefined
  const frame = joined(headers, footers, isStrict)
  for (const gap of gaps) io.stderr.write(`mgi: ${gap}\n`)
  return conclude(judge, {
    ...frame,
    catalogue,
    source: 'evidence',
    limits: [...frame.limits, ...gaps],
    gap: gaps[0] ?? frame.gap,
    requests: count,
    billed: bill.total,
    traffic: bill.traffic,
    read,
    about,
  })
}
