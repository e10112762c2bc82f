import type { Exchange } from '../../core/model/exchange.ts'
import { distinctLimits } from '../../core/model/limit.ts'
import type { Catalogue } from '../../core/model/suite.ts'
import { UsageError } from '../../core/text/usage-error.ts'
import type { EvidenceFooter, EvidenceHeader } from '../../engine/record/evidence/frame.ts'
import { type EvidenceItem, readEvidence } from '../../engine/record/evidence/read-evidence.ts'
import { createEvidenceStore } from '../../engine/record/evidence/store.ts'
import { catalogueFacts, joinedAdditions } from './added-requirements.ts'
import { readHeader } from './evidence-file.ts'
import { joinedFrames, joinedSelection } from './join.ts'
import { readFiles } from './read-files.ts'
import { missingInWords } from './shares.ts'

/** The evidence of one of the runs. */
interface Part {
  readonly file: string
  readonly header: EvidenceHeader
  readonly footer: EvidenceFooter | undefined
  /** The time in milliseconds from the start of the first run. */
  readonly delayMs: number
}

/**
 * Merges the evidence of several runs of one target. Times start with the first run, and ids that occur in two runs are
 * made unique. If one run is incomplete, so is the result. The header also names the requirements that were added to
 * the catalogue, which judges the merged run. Throws the reason of `signal` if it is aborted.
 */
export async function mergeEvidence(
  files: readonly string[],
  into: string,
  catalogue: Catalogue,
  signal: AbortSignal,
): Promise<void> {
  const { headers, footers, gaps } = await readFiles(files, () => {}, signal)
  signal.throwIfAborted()
  if (headers.length !== files.length)
    throw new UsageError('one of the files is empty; mgi run writes exchanges.ndjson')
  const starts = headers.map(({ startedAt }) => Date.parse(startedAt) || 0)
  const parts = files.map((file, index) => ({
    file,
    header: headers[index]!,
    footer: footers[index],
    delayMs: starts[index]! - Math.min(...starts),
  }))
  const store = createEvidenceStore(into, {
    ...wholeHeader(headers, footers),
    ...catalogueFacts(catalogue),
    ...joinedAdditions([...headers, catalogueFacts(catalogue)]),
  })
  const fresh = freshIds()
  const ends: Pick<EvidenceFooter, 'intermittent' | 'shrunk' | 'overBudget'>[] = []
  for (const part of parts) {
    const ids = new Map<string, string>()
    for await (const item of readEvidence(part.file, signal)) take(item, part, fresh, ids, store)
    // A part of the merged evidence would look like a whole run.
    signal.throwIfAborted()
    ends.push(renamed(part.footer, ids))
  }
  const { halted, gap, limits } = joinedFrames(headers, footers, false)
  store.finish({
    durationMs: Math.max(...parts.map(({ delayMs, footer }) => delayMs + (footer?.durationMs ?? 0))),
    limits: distinctLimits([...limits, ...gaps.map((text) => ({ kind: 'other', text }) as const)]),
    halted,
    gap: gaps[0] ?? gap ?? missingInWords(headers) ?? null,
    ...leftOut(ends),
    intermittent: ends.flatMap(({ intermittent }) => intermittent),
    shrunk: ends.flatMap(({ shrunk }) => shrunk),
  })
}

/** The facts that all runs of one merged run have in common, in words. */
const common: readonly (readonly [name: string, of: (header: EvidenceHeader) => string])[] = [
  ['target', ({ target }) => (target.embedded ? 'the embedded reference server' : target.url)],
  ['version of the suite', ({ tool }) => `${tool.name} ${tool.version}`],
  ['profile', ({ profile }) => profile],
  ['seed', ({ seed }) => String(seed)],
]

/** Rejects runs that differ in what one run has only once, and names what differs, before anything is written. */
export async function rejectOtherRuns(files: readonly string[]): Promise<void> {
  const [firstFile, ...others] = files
  const first = firstFile === undefined ? undefined : await readHeader(firstFile)
  for (const file of others) {
    const header = await readHeader(file)
    if (first === undefined || header === undefined) continue
    const differs = common.find(([, of]) => of(header) !== of(first))
    if (differs === undefined) continue
    const [name, of] = differs
    throw new UsageError(
      `${firstFile} has the ${name} ${of(first)}, and ${file} has ${of(header)}; merge runs of one ${name}`,
    )
  }
}

type Store = ReturnType<typeof createEvidenceStore>

function take(
  item: EvidenceItem,
  part: Part,
  fresh: (id: string) => string,
  ids: Map<string, string>,
  store: Store,
): void {
  if (item.kind !== 'exchange') return
  const { exchange, about } = item
  const id = fresh(exchange.id)
  if (!ids.has(exchange.id)) ids.set(exchange.id, id)
  const later: Exchange = { ...exchange, id, startedAt: exchange.startedAt + part.delayMs }
  store.add(later, about)
}

function wholeHeader(
  headers: readonly EvidenceHeader[],
  footers: readonly (EvidenceFooter | undefined)[],
): EvidenceHeader {
  const { strict, startedAt, aims, limits } = joinedFrames(headers, footers, false)
  const narrowed = new Set(headers.flatMap((header) => header.limits.map(({ text }) => text)))
  // The merged run is not a shard.
  const { shard: _shard, ...first } = headers[0]!
  return {
    ...first,
    strict,
    startedAt,
    selection: joinedSelection(headers),
    aims: aims === undefined ? null : [...aims].sort(),
    limits: limits.filter(({ text }) => narrowed.has(text)),
  }
}

/** Joins the results that budgets excluded. */
function leftOut(ends: readonly Pick<EvidenceFooter, 'overBudget'>[]): Pick<EvidenceFooter, 'overBudget'> {
  const all = ends.flatMap(({ overBudget = [] }) => overBudget)
  return all.length === 0 ? {} : { overBudget: all }
}

/** Returns a function that makes ids unique by adding a number. */
function freshIds(): (id: string) => string {
  const taken = new Set<string>()
  return (id) => {
    let free = id
    for (let number = 2; taken.has(free); number += 1) free = `${id}~${number}`
    taken.add(free)
    return free
  }
}

function renamed(
  footer: EvidenceFooter | undefined,
  ids: ReadonlyMap<string, string>,
): Pick<EvidenceFooter, 'intermittent' | 'shrunk' | 'overBudget'> {
  const finding = (text: string): string => {
    const space = text.indexOf(' ')
    const exchange = text.slice(space + 1)
    return `${text.slice(0, space)} ${ids.get(exchange) ?? exchange}`
  }
  return {
    ...leftOut(footer === undefined ? [] : [footer]),
    intermittent: (footer?.intermittent ?? []).map(finding),
    shrunk: (footer?.shrunk ?? []).map(([found, smaller]) => [finding(found), ids.get(smaller) ?? smaller] as const),
  }
}
