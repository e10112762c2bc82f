import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import type { EvidenceHeader } from '../../evidence/frame.ts'
import { readEvidence } from '../../evidence/read-evidence.ts'
import { type Place, readAt } from '../../evidence/store.ts'
import { type Judge, startJudge } from '../../judge/index.ts'
import { acceptancesOf } from '../../judge/transcript/dependence.ts'
import { digestWithout, placesAt } from '../../judge/transcript/fingerprint.ts'
import { type Trace, traceOf } from '../../judge/transcript/trace.ts'
import type { Exchange } from '../../model/exchange.ts'
import type { Catalogue } from '../../model/suite.ts'
import { nearest } from '../nearest.ts'
import { UsageError } from '../usage-error.ts'

/** A case of an earlier run, with all that run has to say about it. */
export interface FormerCase {
  readonly header: EvidenceHeader
  readonly exchange: Exchange
  /** The good twin of a request that breaks a sentence, where the run had one accepted. */
  readonly twin: Exchange | undefined
  /** Has seen every exchange of the run. */
  readonly judge: Judge
  /** Another exchange of the run. */
  readonly read: (id: string) => Exchange | undefined
}

/** Looks up a case in an evidence file. */
export async function caseInEvidence(file: string, id: string, catalogue: Catalogue): Promise<FormerCase> {
  if (!existsSync(file))
    throw new UsageError(
      `--replay ${id}: there is no ${basename(file)} in the --out folder; run once, or name another --out`,
    )
  const judge = startJudge(catalogue)
  const acceptances = acceptancesOf(catalogue)
  const places = new Map<string, Place>()
  const accepted: { readonly trace: Trace; readonly read: () => Exchange | undefined }[] = []
  let header: EvidenceHeader | undefined
  let wanted: { readonly exchange: Exchange; readonly trace: Trace | undefined } | undefined
  for await (const item of readEvidence(file)) {
    if (item.kind === 'header') header = item.header
    if (item.kind !== 'exchange') continue
    const { exchange, place } = item
    const seen = judge.see(exchange)
    const trace = seen === undefined ? undefined : traceOf(seen, acceptances)
    if (trace?.twin !== undefined) accepted.push({ trace, read: () => readAt(file, place) })
    if (exchange.id === id) wanted = { exchange, trace }
    places.set(exchange.id, place)
  }
  if (header === undefined) throw new UsageError(`${file} is no evidence file of mgi; run once, or name another --out`)
  if (wanted === undefined)
    throw new UsageError(`--replay ${id}: ${file} has no such case${hint(id, [...places.keys()])}`)
  const { exchange, trace } = wanted
  const twin = accepted.find((candidate) => isGoodTwin(candidate.trace, trace))
  return { header, exchange, twin: twin?.read(), judge, read: (other) => readAt(file, places.get(other)) }
}

/** Whether a request was accepted that is the other without the places at which it breaks its sentence. */
function isGoodTwin({ operation, twin }: Trace, other: Trace | undefined): boolean {
  if (other?.breach === undefined || twin === undefined || operation !== other.operation) return false
  return digestWithout(twin, placesAt(other.breach.pointers)) === other.breach.remainder
}

function hint(id: string, ids: readonly string[]): string {
  const near = nearest(id, ids)
  return near === undefined ? '; reports name the cases of their findings' : ` (did you mean "${near}"?)`
}
