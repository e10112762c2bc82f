import { join } from 'node:path'
import { type Coverage, startCoverage } from '../../coverage/index.ts'
import { createRedactor } from '../../evidence/redact.ts'
import { createEvidenceStore, type EvidenceStore } from '../../evidence/store.ts'
import { type DeclarationBook, type Judge, observe, startDeclarations, startJudge } from '../../judge/index.ts'
import type { Exchange, RecordedRequest } from '../../model/exchange.ts'
import type { Observation } from '../../model/observation.ts'
import type { Plan } from '../../model/plan.ts'
import type { Catalogue } from '../../model/suite.ts'
import { type ImageFetches, startImageFetches } from '../../operations/images/image-fetches.ts'
import { alsoFetching } from '../../sources/fetch-image.ts'
import { fetchRules } from '../../sources/fetch-rules.ts'
import { oneLargeBody } from '../../sources/large-bodies.ts'
import { type Bill, startBill } from '../report/bill.ts'
import { declaredIn } from '../report/selection.ts'
import { evidenceHeader } from './evidence-header.ts'
import { handBackAfter, handBackNextTurn } from './hand-back-memory.ts'
import type { RunOptions } from './options/run-options.ts'
import { aboutCases } from './plan/about-cases.ts'
import { maxResponseBytes } from './target/limits.ts'
import { connectionTo, openClient, secretsOfTarget } from './target/open-client.ts'
import { openWords } from './target/open-words.ts'
import type { Target } from './target/target.ts'

/** The one way an exchange takes in a run: socket, redaction, file, and then the judge. Secrets do not get past `send`. */
export interface Session {
  readonly startedAt: Date
  readonly store: EvidenceStore
  readonly judge: Judge
  readonly bill: Bill
  /** The images that replies name by their addresses. */
  readonly imageFetches: ImageFetches
  readonly declarations: DeclarationBook
  readonly coverage: Coverage
  /** Sends, redacts and records. */
  send(request: RecordedRequest, id: string, signal: AbortSignal): Promise<Exchange>
  /** Judges what was sent; what only asks for something declared absent is judged by no requirement. */
  see(exchange: Exchange): Observation | undefined
  close(): Promise<void>
}

/** Opens a session with a target. From here on, evidence of an earlier run in the same folder is gone. */
export function openSession(plan: Plan, target: Target, options: RunOptions, catalogue: Catalogue): Session {
  const startedAt = new Date()
  const { operations } = catalogue
  const { targetOptions, imageOrigins } = options
  const timeoutMs = options.timeoutSeconds * 1000
  const redactor = createRedactor(secretsOfTarget(target, targetOptions), openWords(target, targetOptions))
  const mayFetch = fetchRules(target.url, imageOrigins, redactor.text)
  const common = { timeoutMs, largeBodies: oneLargeBody(handBackNextTurn), epoch: performance.now() }
  const own = openClient({ target, options: targetOptions, operations }, { ...common, maxResponseBytes })
  const client = alsoFetching(own, { ...connectionTo(target, targetOptions), ...common, mayFetch })
  const imageFetches = startImageFetches(mayFetch)
  const store = createEvidenceStore(
    join(options.out, 'exchanges.ndjson'),
    evidenceHeader(options, target, plan.aims, startedAt),
  )
  const judge = startJudge(catalogue)
  const declarations = startDeclarations(declaredIn(options.selection), catalogue)
  const bill = startBill()
  const coverage = startCoverage()
  const about = aboutCases(plan)
  const billed = (seen: Observation | undefined): typeof seen => {
    if (seen !== undefined) bill.add(seen)
    return seen
  }
  const asked = (exchange: Exchange): Observation | undefined => {
    const seen = observe(operations, exchange)
    if (seen !== undefined) declarations.see(seen)
    return seen
  }
  return {
    ...{ startedAt, store, judge, bill, coverage, declarations, imageFetches },
    async send(request, id, signal) {
      const exchange = redactor.exchange(await client.send(request, id, signal))
      const what = about(id)
      await store.addAside(exchange, what)
      handBackAfter(exchange)
      if (what.origin === 'shrink') billed(observe(operations, exchange))
      return exchange
    },
    see: (exchange) => {
      if (about(exchange.id).origin === 'declaration') return billed(asked(exchange))
      const seen = billed(judge.see(exchange))
      if (seen === undefined) return undefined
      imageFetches.note(seen)
      coverage.add(seen)
      return seen
    },
    close: () => client.close(),
  }
}
