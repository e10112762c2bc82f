import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeFolder } from '../../core/files/out-folder.ts'
import { alteredRequest, type Exchange, type RecordedRequest } from '../../core/model/exchange.ts'
import type { Observation } from '../../core/model/observation.ts'
import type { Plan } from '../../core/model/plan.ts'
import type { Catalogue } from '../../core/model/suite.ts'
import { purposeOf, type SentAs } from '../../core/model/why.ts'
import { type Coverage, startCoverage } from '../../engine/coverage/index.ts'
import {
  type DeclarationEvaluator,
  type Judge,
  observe,
  startDeclarations,
  startJudge,
} from '../../engine/judge/index.ts'
import type { Client } from '../../engine/record/client/client.ts'
import { alsoFetching, fetchRules } from '../../engine/record/client/fetch-image.ts'
import { bytesInFlight } from '../../engine/record/client/in-flight.ts'
import type { ExchangePurpose } from '../../engine/record/evidence/line.ts'
import { createRedactor, type Redactor } from '../../engine/record/evidence/redact.ts'
import type { Labelled } from '../../engine/record/evidence/secret-spellings.ts'
import { createEvidenceStore, type EvidenceStore } from '../../engine/record/evidence/store.ts'
import { type ImageFetches, startImageFetches } from '../../specification/areas/images/image-fetches.ts'
import type { RunOptions } from '../config/run-options.ts'
import { declaredIn } from '../config/selection.ts'
import { allBaseUrls } from '../config/vocabulary.ts'
import { type Bill, startBill } from '../report/bill.ts'
import { keepPrevious } from '../report/previous-run.ts'
import { evidenceHeader } from './evidence-header.ts'
import { maxInFlightBytes, maxResponseBytes, streamEnds } from './target/limits.ts'
import { connectionTo, openClient, secretsOfTarget } from './target/open-client.ts'
import type { Target } from './target/target.ts'

/**
 * The fixed path of each exchange in a run: socket, evidence file, judge. The judge sees the original. Secrets are
 * removed from everything that is written, to the file or by `redacted`.
 */
export interface Session {
  readonly startedAt: Date
  readonly store: EvidenceStore
  readonly judge: Judge
  readonly bill: Bill
  /** The fetches of images whose addresses replies contain. */
  readonly imageFetches: ImageFetches
  readonly declarations: DeclarationEvaluator
  readonly coverage: Coverage
  /** Returns a text for reports and the screen, with labels in place of secrets. */
  redacted(text: string): string
  /** Sends a request, and records the exchange without secrets. */
  send(request: RecordedRequest, as: SentAs, signal: AbortSignal): Promise<Exchange>
  /** Records an exchange of the experiment without secrets, and judges it so. Returns it as it was recorded. */
  keepBehind(exchange: Exchange, about: ExchangePurpose): Exchange
  /** Judges an exchange. Requests that check a declaration are judged by the declarations only. */
  see(exchange: Exchange): Observation | undefined
  close(): Promise<void>
}

/** The options of a session besides its plan. */
export interface SessionHooks {
  readonly onExchange?: ((exchange: Exchange, about: ExchangePurpose) => void) | undefined
  /** Other secrets than those of the target. */
  readonly secrets?: readonly Labelled[] | undefined
}

/**
 * Opens a session with a target. Results and evidence of an earlier run in the same folder are kept in its `previous`.
 */
export function openSession(
  plan: Plan,
  target: Target,
  options: RunOptions,
  catalogue: Catalogue,
  { onExchange, secrets = [] }: SessionHooks = {},
): Session {
  const startedAt = new Date()
  const redactor = createRedactor([...secretsOfTarget(target, options.targetOptions), ...secrets], options.masks)
  const { client, mayFetch } = openFetchingClient(target, options, catalogue, redactor)
  const imageFetches = startImageFetches(mayFetch)
  const folder = options.out === undefined ? temporaryFolder() : lastingFolder(options.out)
  const store = createEvidenceStore(
    join(folder.path, 'exchanges.ndjson'),
    evidenceHeader(options, target, plan.aims, startedAt, catalogue),
  )
  const bill = startBill()
  const judge = startJudge(catalogue)
  const declarations = startDeclarations(declaredIn(options.selection), catalogue)
  const coverage = startCoverage()
  // The evidence cannot show what these requests cover.
  const withLabels = new Set<string>()
  const billed = (seen: Observation | undefined): typeof seen => {
    if (seen !== undefined) bill.add(seen)
    return seen
  }
  return {
    startedAt,
    store,
    judge,
    bill,
    coverage,
    declarations,
    imageFetches,
    redacted: redactor.text,
    async send(request, as, signal) {
      const exchange = await sendTimed(client, request, as, signal)
      const about = aboutOf(as)
      const written = redactor.exchange(exchange)
      if (alteredRequest(written).includes('request-body')) withLabels.add(as.id)
      await store.addAside(written, about)
      bill.countDownload(exchange)
      if (as.why.kind === 'minimise') billed(observe(catalogue.operations, exchange))
      onExchange?.(written, about)
      return exchange
    },
    keepBehind(exchange, about) {
      const written = redactor.exchange(exchange)
      store.add(written, about)
      onExchange?.(written, about)
      judge.see(written)
      return written
    },
    see: (exchange) => {
      if (exchange.why?.kind === 'declaration') {
        const seen = billed(observe(catalogue.operations, exchange))
        if (seen !== undefined) declarations.see(seen, exchange.why.capability)
        return seen
      }
      const seen = billed(judge.see(exchange))
      if (seen === undefined) return undefined
      imageFetches.note(seen)
      if (!withLabels.has(exchange.id)) coverage.add(seen)
      return seen
    },
    close: async () => {
      await client.close()
      folder.remove()
    },
  }
}

/** Opens the client of a target, which also fetches images from the origins that `mayFetch` allows. */
function openFetchingClient(
  target: Target,
  { targetOptions, imageOrigins, timeoutSeconds }: RunOptions,
  { operations }: Catalogue,
  redactor: Redactor,
) {
  const mayFetch = fetchRules(allBaseUrls(target.url, targetOptions.vocabulary), imageOrigins, redactor.text)
  const inFlight = bytesInFlight(maxInFlightBytes)
  const common = { timeoutMs: timeoutSeconds * 1000, inFlight, epoch: performance.now() }
  const own = openClient({ target, options: targetOptions, operations }, { ...common, maxResponseBytes, streamEnds })
  return { client: alsoFetching(own, { ...connectionTo(target, targetOptions), ...common, mayFetch }), mayFetch }
}

/** Sends a request. The exchange has no times if the program was too busy to measure them. */
async function sendTimed(
  client: Client,
  request: RecordedRequest,
  { id, caseId, attempt, why, connection, goesAway }: SentAs,
  signal: AbortSignal,
): Promise<Exchange> {
  const before = performance.eventLoopUtilization()
  const sent = await client.send(request, id, signal, { connection, goesAway })
  return { ...timedOrNot(sent, performance.eventLoopUtilization(before).utilization), caseId, attempt, why }
}

/** The share of an exchange's time in which the program may work on other things without spoiling measured times. */
const mostBusy = 0.5
/** Shorter exchanges, in milliseconds, have no times that are judged. */
const shortest = 500

/** Returns an exchange without its times if the program was busy: it may have seen events later than they came. */
function timedOrNot(exchange: Exchange, utilization: number): Exchange {
  if (utilization <= mostBusy || exchange.durationMs < shortest) return exchange
  return { ...exchange, captured: exchange.captured.filter((facet) => facet !== 'timing') }
}

function aboutOf({ why, operation, purpose = purposeOf(why) }: SentAs): ExchangePurpose {
  return { operation, purpose }
}

/** The folder of the evidence during a run. */
interface EvidenceFolder {
  readonly path: string
  readonly remove: () => void
}

function lastingFolder(path: string): EvidenceFolder {
  makeFolder(path)
  keepPrevious(path)
  return { path, remove: () => {} }
}

function temporaryFolder(): EvidenceFolder {
  const path = mkdtempSync(join(tmpdir(), 'mgi-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}
