import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeFolder } from '../../core/files/out-folder.ts'
import { toolIdentity } from '../../core/files/tool-identity.ts'
import { keyLabels } from '../../core/model/credential.ts'
import type { Exchange } from '../../core/model/exchange.ts'
import type { Report } from '../../core/model/report.ts'
import type { Catalogue } from '../../core/model/suite.ts'
import { areas, type Level } from '../../core/model/vocabulary.ts'
import { isPlaceholder } from '../../core/text/placeholder.ts'
import { startCoverage } from '../../engine/coverage/index.ts'
import { asReadable, exchangesToShow, type Judge } from '../../engine/judge/index.ts'
import type { Secret } from '../../engine/record/client/keys.ts'
import type { EvidenceHeader } from '../../engine/record/evidence/frame.ts'
import type { ExchangePurpose } from '../../engine/record/evidence/line.ts'
import { createRedactor, type Redactor } from '../../engine/record/evidence/redact.ts'
import { createEvidenceStore, type EvidenceStore } from '../../engine/record/evidence/store.ts'
import { startVendorNames, type Vendor } from '../../engine/record/har/vendors.ts'
import type { Passed } from '../../engine/record/proxy/reverse-proxy.ts'
import { catalogueIn } from '../../specification/editions/in-edition.ts'
import { withRequirements } from '../../specification/plugins/define-requirement.ts'
import { loadPlugins } from '../../specification/plugins/load-plugins.ts'
import { knownIn } from '../config/known-failures/entry.ts'
import { readKnownFailureOptions } from '../config/known-failures/options.ts'
import { leftOutForForms } from '../config/vocabulary.ts'
import { catalogueFacts } from '../recorded/added-requirements.ts'
import { joinedFrames } from '../recorded/join.ts'
import { conclude } from '../report/conclude.ts'
import { type ExamplesOptions, startSavingExamples } from './examples/save-examples.ts'
import { type Memory, startMemory } from './memory.ts'
import { type ProxiedGateway, startToExchange, type ToExchange, withoutBodies } from './to-exchange.ts'

/** The options of judging. They are plain data, so that they can be sent to a worker thread. */
export interface JudgingOptions extends ProxiedGateway {
  readonly unsupported: readonly string[]
  readonly strict: boolean
  /** The edition to judge by (default: the newest). */
  readonly edition?: string | undefined
  /** The vendors whose usual header names are read in requests without those of the specification. */
  readonly recognised: readonly Vendor[]
  /** The path of a list of known failures, relative to `cwd`. */
  readonly knownFailures?: string
  readonly cwd: string
  /** The folder for complete exchanges. Without it, bodies are discarded after judging. */
  readonly evidence?: { readonly folder: string; readonly maxFileBytes: number }
  /** Patterns of text that is masked everywhere. */
  readonly masks: readonly string[]
  readonly examples?: ExamplesOptions
  /** The number of exchanges that are compared with each other before they are forgotten. */
  readonly remember: number
  /** ES modules with additional requirements, relative to `cwd`. */
  readonly plugins: readonly string[]
  /** The places where they are named, for messages. */
  readonly pluginPlaces?: readonly string[]
}

/** A violated requirement. */
export interface ViolatedRequirement {
  readonly requirement: string
  readonly operation: string
  readonly level: Level
  /** The number of exchanges that violate it. */
  readonly violating: number
  readonly message: string
}

/** The counts of copied exchanges. */
export interface JudgedCounts {
  readonly judged: number
  /** Those of them with a body that was not read (interpretation G19). */
  readonly inPart: number
  /** Exchanges that the client aborted, which prove nothing about the gateway. */
  readonly cancelled: number
  /** Exchanges that could not be judged because of an error of the suite. */
  readonly notJudgeable: number
  /** Judged exchanges whose content is forgotten. Only counts, verdicts and first findings are kept. */
  readonly forgotten: number
}

/** Facts about the period of a report that only the proxy knows. */
export interface ReportPeriod {
  readonly durationMs: number
  /** The number of exchanges that were not judged, and why. */
  readonly limits: readonly string[]
}

/** Judges exchanges, and keeps only what findings need. */
export interface Judging {
  see(passed: Passed): void
  counts(): JudgedCounts
  violations(): readonly ViolatedRequirement[]
  report(stretch: ReportPeriod): Report
  close(): void
}

/**
 * The maximum size in bytes of each of the two files of exchanges without bodies. They are deleted when the proxy ends.
 */
const mostUnkeptBytes = 64 * 2 ** 20

/** Returns the requirements of an edition and of plugins. */
export async function judgedCatalogue({
  edition,
  plugins,
  cwd,
  pluginPlaces,
}: Pick<JudgingOptions, 'edition' | 'plugins' | 'cwd' | 'pluginPlaces'>): Promise<Catalogue> {
  return withRequirements(catalogueIn(edition), await loadPlugins(plugins, cwd, pluginPlaces))
}

export async function startJudging(options: JudgingOptions): Promise<Judging> {
  const { evidence, cwd } = options
  const catalogue = await judgedCatalogue(options)
  const given = options.knownFailures === undefined ? {} : { 'known-failures': options.knownFailures }
  const { groups } = readKnownFailureOptions(given, undefined, cwd, catalogue)
  const names = startVendorNames(options.recognised)
  const masked = startMasking(options.masks)
  const toExchange = startToExchange(options, names, masked.hide)
  const examples = options.examples && startSavingExamples(options.examples, masked.text)
  const header = () => headerOf(options, catalogue)
  const kept = startKeeping(options, header)
  const memory = startMemory(catalogue, options.remember)
  const coverage = startCoverage()
  const startedAt = new Date().toISOString()
  const counted = startCounting(toExchange, memory)
  return {
    see: (passed) => {
      const [exchange, seen] = counted.see(passed) ?? []
      if (exchange === undefined) return
      if (seen !== undefined) {
        coverage.add(seen)
        examples?.see(seen)
      }
      kept.add(masked.exchange(evidence === undefined ? withoutBodies(exchange) : exchange))
      if (!memory.isFull()) return
      memory.forget()
      kept.keepOn(exchangesToShow(memory.judge.conclude(), new Map()))
    },
    counts: () => ({ ...counted.counts, forgotten: memory.forgotten() }),
    violations: () => violationsOf(memory.judge).map((one) => ({ ...one, message: masked.text(one.message) })),
    report: ({ durationMs, limits }) => {
      const words = [
        ...limits.map(masked.text),
        ...names.told(),
        ...forgottenInWords(memory),
        ...(examples?.told() ?? []),
      ]
      const said = words.map((text) => ({ kind: 'other', text }) as const)
      const footer = { count: memory.count(), durationMs, limits: said, ...nothingHalted }
      const { selection: _selection, ends: _ends, ...frame } = joinedFrames([header()], [footer], options.strict)
      return conclude(memory.judge, {
        ...frame,
        ...knownIn(groups, { ...frame, startedAt }),
        catalogue,
        coverage,
        source: 'proxy',
        startedAt,
        requests: memory.count(),
        billed: memory.bill.total,
        traffic: memory.bill.traffic,
        read: kept.read,
        about: () => purposeOf(evidence !== undefined),
        redact: masked.text,
      }).report
    },
    close: kept.close,
  }
}

/** Judges copied exchanges, and counts them. */
function startCounting(toExchange: ToExchange, memory: Pick<Memory, 'see'>) {
  const counts = { judged: 0, inPart: 0, cancelled: 0, notJudgeable: 0 }
  /** Returns an exchange and its observation; `undefined` if it is not judged. */
  const see = (passed: Passed): readonly [Exchange, ReturnType<Memory['see']>] | undefined => {
    if (passed.ended === 'cancelled') {
      counts.cancelled += 1
      return undefined
    }
    const id = `p-${String(counts.judged + counts.notJudgeable + 1).padStart(9, '0')}`
    let exchange: Exchange
    let seen: ReturnType<Memory['see']>
    try {
      exchange = toExchange(passed, id)
      seen = memory.see(exchange)
    } catch {
      // A defect of the suite costs one exchange, and not the judging of all others. Its message may quote the traffic.
      counts.notJudgeable += 1
      return undefined
    }
    counts.judged += 1
    if (!isRead(exchange)) counts.inPart += 1
    return [exchange, seen]
  }
  return { counts, see }
}

/** The most keys of clients that are masked in the exchanges of others. The newest are kept. */
const mostHidden = 1000

/** Masks patterns, and the keys of clients in everything that is printed or written: others may quote them. */
function startMasking(masks: readonly string[]) {
  const hidden: Secret[] = []
  let redactor: Redactor | undefined
  const current = (): Redactor => {
    redactor ??= createRedactor(hidden, masks)
    return redactor
  }
  return {
    hide: (key: string): void => {
      // A gateway without keys accepts any word, which others use as well.
      if (isPlaceholder(key)) return
      if (hidden.push({ label: keyLabels.valid, value: key }) > mostHidden) hidden.shift()
      redactor = undefined
    },
    exchange: (exchange: Exchange): Exchange => current().exchange(exchange),
    text: (text: string): string => current().text(text),
  }
}

/** Returns whether both bodies of an exchange were captured and can be decoded. */
function isRead(exchange: Exchange): boolean {
  const { captured, response } = asReadable(exchange)
  return captured.includes('request-body') && (response === null || captured.includes('response-body'))
}

function forgottenInWords(memory: Memory): readonly string[] {
  if (memory.forgotten() === 0) return []
  return [
    `${memory.forgotten()} of them were forgotten, except for counts, verdicts and first findings: they were compared with one another, but not with later ones`,
  ]
}

/** The storage of exchanges until a report is made. */
interface Keeping {
  add(exchange: Exchange): void
  read(id: string): Exchange | undefined
  /** Keeps these exchanges until the proxy ends. */
  keepOn(ids: readonly string[]): void
  close(): void
}

/** Stores exchanges in rotating files. Exchanges of findings are kept permanently. */
function startKeeping({ evidence }: JudgingOptions, header: () => EvidenceHeader): Keeping {
  const temporary = mkdtempSync(join(tmpdir(), 'mgi-proxy-'))
  const folder = evidence?.folder ?? temporary
  makeFolder(folder)
  const about = purposeOf(evidence !== undefined)
  const latest = startRotation(folder, evidence?.maxFileBytes ?? mostUnkeptBytes, header)
  const shown = createEvidenceStore(join(temporary, 'shown.ndjson'), header())
  const read = (id: string): Exchange | undefined => shown.read(id) ?? latest.read(id)
  return {
    add: (exchange) => latest.add(exchange, about),
    read,
    keepOn: (ids) => {
      for (const id of ids) {
        const exchange = shown.read(id) === undefined ? latest.read(id) : undefined
        if (exchange !== undefined) shown.add(exchange, about)
      }
    },
    close: () => {
      latest.close()
      shown.finish({ durationMs: 0, limits: [], ...nothingHalted })
      rmSync(temporary, { recursive: true, force: true })
    },
  }
}

const nothingHalted = { halted: null, gap: null, intermittent: [], shrunk: [] }

function purposeOf(isKept: boolean): { readonly purpose: string } {
  return { purpose: isKept ? 'forwarded by mgi proxy' : 'forwarded by mgi proxy; its bodies were not kept' }
}

function violationsOf(judge: Pick<Judge, 'conclude'>): readonly ViolatedRequirement[] {
  return judge.conclude().flatMap(({ requirement, operation, verdict, violating, findings }) => {
    if (verdict !== 'fail' || requirement.level === 'unspecified') return []
    const message = findings[0]?.message ?? ''
    return [{ requirement: requirement.id, operation, level: requirement.level, violating, message }]
  })
}

/** Returns the evidence header. Recorded traffic has no plan and no seed. */
function headerOf({ target, vocabulary, unsupported, strict }: JudgingOptions, catalogue: Catalogue): EvidenceHeader {
  const skip = leftOutForForms(vocabulary, areas)
  return {
    formatVersion: 3,
    tool: toolIdentity(),
    target: { url: target, embedded: false },
    seed: 0,
    profile: 'standard',
    strict,
    aims: null,
    limits: [],
    startedAt: new Date().toISOString(),
    selection: { areas, requirements: [], unsupported, ...(skip.length === 0 ? {} : { skip }) },
    ...catalogueFacts(catalogue),
    ...(Object.keys(vocabulary).length === 0 ? {} : { vocabulary }),
  }
}

/** Rotating evidence files: one is written, the previous one can still be read, and older ones are deleted. */
interface Rotation {
  add(exchange: Exchange, about: ExchangePurpose): void
  read(id: string): Exchange | undefined
  about(id: string): ExchangePurpose
  close(): void
}

interface Turn {
  readonly store: EvidenceStore
  readonly file: string
  readonly began: number
  bytes: number
}

/** Starts writing `exchanges.ndjson` in a folder. When it is full, `exchanges-2.ndjson` follows, and so on. */
export function startRotation(folder: string, maxFileBytes: number, header: () => EvidenceHeader): Rotation {
  let number = 0
  const begin = (): Turn => {
    number += 1
    const file = join(folder, number === 1 ? 'exchanges.ndjson' : `exchanges-${number}.ndjson`)
    return { store: createEvidenceStore(file, header()), file, began: performance.now(), bytes: 0 }
  }
  const turns = [begin()]
  return {
    add: (exchange, about) => {
      let turn = turns.at(-1)!
      if (turn.bytes >= maxFileBytes) {
        end(turn)
        turn = begin()
        turns.push(turn)
        if (turns.length > 2) rmSync(turns.shift()!.file, { force: true })
      }
      turn.store.add(exchange, about)
      turn.bytes += sizeOf(exchange)
    },
    read: (id) => turns.map(({ store }) => store.read(id)).find((found) => found !== undefined),
    about: (id) => turns.map(({ store }) => store.about(id)).find(({ purpose }) => purpose !== undefined) ?? {},
    close: () => end(turns.at(-1)!),
  }
}

function end({ store, began }: Turn): void {
  store.finish({
    durationMs: performance.now() - began,
    limits: [],
    halted: null,
    gap: null,
    intermittent: [],
    shrunk: [],
  })
}

/** Estimates the size of an exchange on disk. */
function sizeOf({ request, response }: Exchange): number {
  const received = response?.chunks.reduce((sum, { bytes }) => sum + bytes.length, 0) ?? 0
  return 2_000 + Math.ceil(((request.body.length + received) * 4) / 3)
}
