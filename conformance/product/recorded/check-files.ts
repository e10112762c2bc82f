import { alteredRequest, type Exchange } from '../../core/model/exchange.ts'
import type { Limit } from '../../core/model/limit.ts'
import type { Observation } from '../../core/model/observation.ts'
import type { Report } from '../../core/model/report.ts'
import type { Catalogue } from '../../core/model/suite.ts'
import type { Capability, Endpoint } from '../../core/model/vocabulary.ts'
import { visibleLine } from '../../core/text/visible.ts'
import { startCoverage } from '../../engine/coverage/index.ts'
import { type Commands, type KnownGroup, observe, startDeclarations, startJudge } from '../../engine/judge/index.ts'
import { knownIn } from '../config/known-failures/entry.ts'
import { declaredIn } from '../config/selection.ts'
import { startBill } from '../report/bill.ts'
import { conclude } from '../report/conclude.ts'
import { isRecording } from './har/is-recording.ts'
import { joinedFrames } from './join.ts'
import { type PlaceInEvidence, type ReadHar, readFiles } from './read-files.ts'

export interface Checking {
  readonly isStrict: boolean
  readonly groups: readonly KnownGroup[] | undefined
  /** Reads the HARs among the files. Without it, there must be no HARs. */
  readonly readHar?: ReadHar
  readonly again?: (exchange: Exchange, origin: PlaceInEvidence) => Commands
  readonly onExchange?: (exchange: Exchange) => void
  /** Called with a line for everything that is missing or cannot be read. */
  readonly onGap?: (gap: string) => void
  readonly signal?: AbortSignal
}

/** Judges the exchanges of evidence files and HARs, one at a time. Returns `undefined` if the user interrupted it. */
export async function checkFiles(
  files: readonly string[],
  catalogue: Catalogue,
  { isStrict, groups, readHar, again, onExchange, onGap, signal = new AbortController().signal }: Checking,
): Promise<Report | undefined> {
  const judge = startJudge(catalogue)
  const bill = startBill()
  const coverage = startCoverage()
  const asked: (readonly [Observation, Endpoint | Capability])[] = []
  const see = (exchange: Exchange): void => {
    onExchange?.(exchange)
    bill.countDownload(exchange)
    // Exchanges that minimise a finding prove nothing new, and a target need not support what it declares absent. The
    // run did not judge them either.
    const { why } = exchange
    const isAside = why?.kind === 'minimise' || why?.kind === 'declaration'
    const seen = isAside ? observe(catalogue.operations, exchange) : judge.see(exchange)
    if (seen === undefined) return
    bill.add(seen)
    // A run leaves out what its evidence cannot show.
    const isHidden = exchange.source === 'runner' && alteredRequest(exchange).includes('request-body')
    if (!isAside && !isHidden) coverage.add(seen)
    if (why?.kind === 'declaration') asked.push([seen, why.capability])
  }
  const isAllHar = readHar !== undefined && files.every(isRecording)
  const { headers, footers, gaps, count, read, about, entry, origin, redact } = await readFiles(
    files,
    see,
    signal,
    readHar,
  )
  if (signal.aborted) return undefined
  const frame = joinedFrames(headers, footers, isStrict)
  const declarations = startDeclarations(declaredIn(frame.selection), catalogue)
  for (const [seen, capability] of asked) declarations.see(seen, capability)
  for (const gap of gaps) onGap?.(visibleLine(gap))
  const { selection: _selection, ends: _ends, ...shared } = frame
  const limits: readonly Limit[] = [...frame.limits, ...gaps.map((text) => ({ kind: 'other', text }) as const)]
  const { report } = conclude(judge, {
    ...shared,
    ...knownIn(groups, { ...frame, limits }),
    declarations: declarations.conclude(),
    catalogue,
    coverage,
    source: isAllHar ? 'har' : 'evidence',
    limits,
    gap: gaps[0] ?? frame.gap,
    requests: count,
    downloads: bill.downloads,
    billed: bill.total,
    traffic: bill.traffic,
    redact,
    read,
    about,
    commands: (exchange) => {
      const from = origin(exchange.id)
      return { entry: entry(exchange.id), ...(from === undefined ? {} : again?.(exchange, from)) }
    },
  })
  return report
}
