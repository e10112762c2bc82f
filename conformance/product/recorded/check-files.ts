import { alteredRequest, type Exchange } from '../../core/model/exchange.ts'
import type { Limit } from '../../core/model/limit.ts'
import type { Observation } from '../../core/model/observation.ts'
import type { Report } from '../../core/model/report.ts'
import type { Catalogue } from '../../core/model/suite.ts'
import type { Capability, Endpoint } from '../../core/model/vocabulary.ts'
import { visibleLine } from '../../core/text/visible.ts'
import { type Coverage, startCoverage } from '../../engine/coverage/index.ts'
import {
  type Commands,
  type Judge,
  type KnownGroup,
  observe,
  startDeclarations,
  startJudge,
} from '../../engine/judge/index.ts'
import { knownIn } from '../config/known-failures/entry.ts'
import { declaredIn } from '../config/selection.ts'
import { type Bill, startBill } from '../report/bill.ts'
import { conclude } from '../report/conclude.ts'
import { isRecording } from './har/is-recording.ts'
import { joinedFrames } from './join.ts'
import { type FilesRead, type PlaceInEvidence, type ReadHar, readFiles } from './read-files.ts'

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
  checking: Checking,
): Promise<Report | undefined> {
  const { isStrict, readHar, onExchange, onGap, signal = new AbortController().signal } = checking
  const judged = startEvaluators(catalogue, onExchange)
  const found = await readFiles(files, judged.see, signal, readHar)
  if (signal.aborted) return undefined
  const { selection, ends: _ends, ...frame } = joinedFrames(found.headers, found.footers, isStrict)
  const declarations = startDeclarations(declaredIn(selection), catalogue)
  for (const [seen, capability] of judged.asked) declarations.see(seen, capability)
  for (const gap of found.gaps) onGap?.(visibleLine(gap))
  const limits = [...frame.limits, ...found.gaps.map((text): Limit => ({ kind: 'other', text }))]
  return conclude(judged.judge, {
    ...frame,
    ...knownIn(checking.groups, { ...frame, limits }),
    declarations: declarations.conclude(),
    catalogue,
    coverage: judged.coverage,
    source: readHar !== undefined && files.every(isRecording) ? 'har' : 'evidence',
    limits,
    gap: found.gaps[0] ?? frame.gap,
    requests: found.count,
    downloads: judged.bill.downloads,
    billed: judged.bill.total,
    traffic: judged.bill.traffic,
    redact: found.redact,
    read: found.read,
    about: found.about,
    commands: commandsOf(found, checking.again),
  }).report
}

/** The objects that see each exchange. */
interface Evaluators {
  readonly judge: Judge
  readonly bill: Bill
  readonly coverage: Coverage
  /** The exchanges that check declarations, which are judged once the declarations are read. */
  readonly asked: readonly (readonly [Observation, Endpoint | Capability])[]
  see(exchange: Exchange): void
}

function startEvaluators(catalogue: Catalogue, onExchange: Checking['onExchange']): Evaluators {
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
  return { judge, bill, coverage, asked, see }
}

function commandsOf({ entry, origin }: FilesRead, again: Checking['again']) {
  return (exchange: Exchange): Commands => {
    const from = origin(exchange.id)
    return { entry: entry(exchange.id), ...(from === undefined ? {} : again?.(exchange, from)) }
  }
}
