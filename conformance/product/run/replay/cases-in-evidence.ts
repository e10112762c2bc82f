import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import type { Exchange } from '../../../core/model/exchange.ts'
import { memoize } from '../../../core/model/memoize.ts'
import type { Catalogue } from '../../../core/model/suite.ts'
import { nearest } from '../../../core/text/nearest.ts'
import { UsageError } from '../../../core/text/usage-error.ts'
import { type Judge, type Ruling, startJudge } from '../../../engine/judge/index.ts'
import { sameWithout } from '../../../engine/judge/transcript/canonical.ts'
import { acceptancesOf } from '../../../engine/judge/transcript/dependence.ts'
import { type Trace, traceOf } from '../../../engine/judge/transcript/trace.ts'
import type { EvidenceHeader } from '../../../engine/record/evidence/frame.ts'
import { readEvidence } from '../../../engine/record/evidence/read-evidence.ts'
import { type LinePosition, readAt } from '../../../engine/record/evidence/store.ts'

/** An earlier run, whose cases can be sent again. */
export interface FormerRun {
  readonly header: EvidenceHeader
  /**
   * Returns the case with this id, which must be one of the wanted ones. Throws a `UsageError` if the run has no such
   * case.
   */
  readonly caseOf: (id: string) => FormerCase
}

/** A case of an earlier run, with the related exchanges. */
export interface FormerCase {
  readonly exchange: Exchange
  /**
   * The exchanges that its finding may depend on, in the order of sending, including its own: all attempts of its
   * request, or all steps of its probe.
   */
  readonly related: readonly Exchange[]
  /** The other requests that its failure takes: those before it, or beside it; absent if it fails without them. */
  readonly circumstance?: { readonly words: string; readonly exchanges: readonly Exchange[] }
  /** The control request of a violation, if the run had one that was accepted. */
  readonly control: Exchange | undefined
  /** The judge, which has seen every exchange of the run. */
  readonly judge: Judge
  /** Returns another exchange of the run. */
  readonly read: (id: string) => Exchange | undefined
}

/** Looks up cases in an evidence file. Reads the file once for all of them. */
export async function casesInEvidence(file: string, ids: readonly string[], catalogue: Catalogue): Promise<FormerRun> {
  if (!existsSync(file))
    throw new UsageError(
      `--replay ${ids[0]}: there is no ${basename(file)} in the --out folder; run once, or name another --out`,
    )
  const { header, judge, places, noted, wanted, accepted } = await readRun(file, ids, catalogue)
  if (header === undefined)
    throw new UsageError(`${file} is not an evidence file of mgi; run once, or name another --out`)
  const read = (id: string) => readAt(file, places.get(id))
  const rulingsOf = memoize((of: Judge) => of.conclude())
  return {
    header,
    caseOf(id) {
      const exchange = wanted.has(id) ? read(id) : undefined
      if (exchange === undefined)
        throw new UsageError(`--replay ${id}: ${file} has no such case${hint(id, [...places.keys()])}`)
      const own = notedOf(exchange)
      const related = noted
        .filter((one) => isRelated(one, own))
        .flatMap((one) => (one.id === id ? exchange : (read(one.id) ?? [])))
      const trace = wanted.get(id)
      const control = accepted.find((candidate) => isControlRequest(candidate.trace, trace))
      const circumstance = circumstanceFor(id, rulingsOf(judge), read)
      return {
        exchange,
        related: related.sort(byStart),
        ...(circumstance && { circumstance }),
        control: control && readAt(file, control.place),
        judge,
        read,
      }
    },
  }
}

/** Reads a run, judges it, and notes the places of its exchanges and the traces of the wanted ones. */
async function readRun(file: string, ids: readonly string[], catalogue: Catalogue) {
  const judge = startJudge(catalogue)
  const acceptances = acceptancesOf(catalogue)
  const places = new Map<string, LinePosition>()
  const accepted: { readonly trace: Trace; readonly place: LinePosition }[] = []
  const noted: Noted[] = []
  const wanted = new Map<string, Trace | undefined>()
  let header: EvidenceHeader | undefined
  for await (const item of readEvidence(file)) {
    if (item.kind === 'header') header = item.header
    if (item.kind !== 'exchange') continue
    const { exchange, place } = item
    const seen = judge.see(exchange)
    const trace = seen === undefined ? undefined : traceOf(seen, acceptances)
    if (trace?.control !== undefined && trace.responseClass === 'accepted') accepted.push({ trace, place })
    if (ids.includes(exchange.id)) wanted.set(exchange.id, trace)
    places.set(exchange.id, place)
    noted.push(notedOf(exchange))
  }
  return { header, judge, places, noted, wanted, accepted }
}

/** Returns the circumstance in which an exchange of the earlier run failed, with the exchanges that make it. */
function circumstanceFor(
  id: string,
  rulings: readonly Ruling[],
  read: (id: string) => Exchange | undefined,
): FormerCase['circumstance'] {
  const shared = rulings.flatMap((ruling) => (ruling.violatingExchanges?.has(id) && ruling.shared?.circumstance) || [])
  const [first] = shared
  if (first === undefined) return undefined
  const ids = new Set(shared.flatMap(({ neededFor }) => neededFor(id)))
  return { words: first.words, exchanges: [...ids].flatMap((other) => read(other) ?? []).sort(byStart) }
}

/** The largest request, in bytes, that is read as related to another one. A probe's uploads are megabytes. */
const mostRelated = 1024 * 1024

/** The facts by which exchanges are related. */
interface Noted {
  readonly id: string
  readonly caseId: string
  readonly probe: string | undefined
  readonly isLarge: boolean
}

function notedOf({ id, caseId = id, why, request }: Exchange): Noted {
  const probe = why?.kind === 'probe' ? why.probe : undefined
  return { id, caseId, probe, isLarge: request.body.length > mostRelated }
}

/** Returns whether an exchange is an attempt of the wanted one's request, or a step of the same probe. */
function isRelated(one: Noted, wanted: Noted): boolean {
  if (one.caseId === wanted.caseId) return true
  return one.probe !== undefined && one.probe === wanted.probe && !one.isLarge
}

/** Compares by the time of sending. */
export function byStart(one: Exchange, other: Exchange): number {
  return one.startedAt - other.startedAt || (one.id < other.id ? -1 : 1)
}

/** Returns whether an accepted request equals the other one without the places of its violation. */
function isControlRequest({ operation, control }: Trace, other: Trace | undefined): boolean {
  if (other?.breach === undefined || control === undefined || operation !== other.operation) return false
  return sameWithout(other.breach.pointers, other.breach.remainder)(control)
}

function hint(id: string, ids: readonly string[]): string {
  const near = nearest(id, ids)
  return near === undefined ? '; reports name the cases of their findings' : ` (did you mean "${near}"?)`
}
