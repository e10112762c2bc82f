import { isUtf8 } from 'node:buffer'
import { beginningOf } from '../../core/files/open-file.ts'
import { toolIdentity } from '../../core/files/tool-identity.ts'
import type { Exchange } from '../../core/model/exchange.ts'
import { UsageError } from '../../core/text/usage-error.ts'
import { foreignFormat } from '../../engine/record/cassette/foreign-formats.ts'
import type { EvidenceFooter, EvidenceHeader } from '../../engine/record/evidence/frame.ts'
import type { ExchangePurpose } from '../../engine/record/evidence/line.ts'
import { type EvidenceItem, readEvidence } from '../../engine/record/evidence/read-evidence.ts'
import { readAt } from '../../engine/record/evidence/store.ts'
import { rejectTooMuchEvidence } from './evidence-size.ts'
import { isHar, isRecording } from './har/is-recording.ts'
import type { HarItem } from './har/items.ts'
import { namesOf } from './har/names.ts'

/** The content of evidence files except their exchanges, and the places of the exchanges. */
export interface FilesRead {
  readonly headers: readonly EvidenceHeader[]
  readonly footers: readonly (EvidenceFooter | undefined)[]
  /** Missing and unreadable parts, as text. */
  readonly gaps: readonly string[]
  readonly count: number
  read(id: string): Exchange | undefined
  about(id: string): ExchangePurpose
  /** Returns the file of an exchange and its number within the file. */
  entry(id: string): string
  /** Returns where an exchange of an evidence file was read. */
  origin(id: string): PlaceInEvidence | undefined
  /** Replaces keys in the text of exchanges by labels; absent if the files already contain labels. */
  readonly redact?: (text: string) => string
}

/** The place of an exchange in evidence. */
export interface PlaceInEvidence {
  readonly file: string
  /** Its id in the file. In a report of several files, it may have another one. */
  readonly id: string
  readonly header: EvidenceHeader
}

interface Kept {
  readonly origin?: PlaceInEvidence
  readonly again: () => Exchange | undefined
  readonly about: ExchangePurpose
  readonly entry: string
}

export type ReadHar = (file: string) => AsyncIterable<HarItem>

type Item = EvidenceItem | HarItem

/** The content of the files read so far. */
interface Gathered {
  readonly headers: EvidenceHeader[]
  readonly footers: (EvidenceFooter | undefined)[]
  readonly gaps: string[]
  readonly kept: Map<string, Kept>
  readonly redactions: Set<(text: string) => string>
}

export async function readFiles(
  files: readonly string[],
  see: (exchange: Exchange, about: ExchangePurpose) => void,
  signal: AbortSignal,
  readHar?: ReadHar,
): Promise<FilesRead> {
  const gathered: Gathered = { headers: [], footers: [], gaps: [], kept: new Map(), redactions: new Set() }
  const assertNew = rejectTwice()
  const nameOf = namesOf(files)
  await rejectTooMuchEvidence(files, signal)
  for (const file of files) {
    const har = isRecording(file) ? readHar : undefined
    let count = 0
    for await (const item of har === undefined ? readEvidence(file, signal) : har(file)) {
      if (signal.aborted) break
      // Duplicate entries of recordings are judged once.
      if (item.kind === 'header' && har === undefined) assertNew(file, item.header)
      if (item.kind === 'exchange') {
        count += 1
        see(keep(file, item, `${nameOf(file)}#${count}`, gathered), item.about)
      } else gather(file, item, gathered)
    }
  }
  return filesReadOf(gathered)
}

function gather(file: string, item: Exclude<Item, ExchangeItem>, { headers, footers, gaps }: Gathered): void {
  if (item.kind === 'header') headers.push(item.header)
  else if (item.kind === 'end') footers.push(item.footer)
  const gap = gapIn(file, item)
  if (gap !== undefined) gaps.push(gap)
}

function filesReadOf({ headers, footers, gaps, kept, redactions }: Gathered): FilesRead {
  return {
    headers,
    footers,
    gaps,
    count: kept.size,
    read: (id) => {
      const exchange = kept.get(id)?.again()
      return exchange === undefined ? undefined : { ...exchange, id }
    },
    about: (id) => kept.get(id)?.about ?? {},
    entry: (id) => kept.get(id)?.entry ?? id,
    origin: (id) => kept.get(id)?.origin,
    ...(redactions.size === 0
      ? {}
      : { redact: (text) => [...redactions].reduce((redacted, redact) => redact(redacted), text) }),
  }
}

type ExchangeItem = Extract<Item, { readonly kind: 'exchange' }>

/** Keeps the place of an exchange. A case with the same id in another file is another exchange and gets another id. */
function keep(file: string, item: ExchangeItem, place: string, { headers, kept, redactions }: Gathered): Exchange {
  const { exchange, about } = item
  let id = exchange.id
  for (let number = 2; kept.has(id); number += 1) id = `${exchange.id}~${number}`
  if ('again' in item) {
    redactions.add(item.redact)
    kept.set(id, { again: item.again, about, entry: item.entry })
  } else {
    const header = headers.at(-1)
    const origin = header && { file, id: exchange.id, header }
    const again = () => readAt(file, item.place)
    kept.set(id, { again, about, entry: place, ...(origin === undefined ? {} : { origin }) })
  }
  return { ...exchange, id }
}

function gapIn(file: string, item: Item): string | undefined {
  if (item.kind === 'gap') return item.gap
  if (item.kind === 'end' && item.truncated) return `${file} is cut off: the run that wrote it did not finish`
  if (item.kind !== 'problem') return undefined
  if (item.line > 1) return `${file} line ${item.line} cannot be read: ${item.problem}`
  if (isHar(file)) throw new UsageError(`${file} is a HAR, which mgi check judges; name an exchanges.ndjson here`)
  const usual = 'mgi run writes exchanges.ndjson, a browser or a proxy exports HAR'
  throw new UsageError(
    `${file} is not an evidence file of mgi, a HAR or a cassette: ${seeming(file) ?? `${item.problem}; ${usual}`}`,
  )
}

interface GivenFile {
  readonly file: string
  readonly header: EvidenceHeader
}

/**
 * Rejects a run that is given twice (the same file, a copy, or a merged file that contains it). Its exchanges would
 * count twice, and unique ids would appear repeated.
 */
function rejectTwice(): (file: string, header: EvidenceHeader) => void {
  const given: GivenFile[] = []
  return (file, header) => {
    const former = given.find((one) => isSameRun(one.header, header))
    if (former !== undefined)
      throw new UsageError(`${former.file} and ${file} contain the same run; name each run once`)
    given.push({ file, header })
  }
}

/**
 * Returns whether two headers belong to the same run. Shards of a plan may start at the same time. A run merged from
 * shards is not a shard.
 */
function isSameRun(one: EvidenceHeader, other: EvidenceHeader): boolean {
  if (identity(one) !== identity(other)) return false
  return one.shard === undefined || other.shard === undefined || one.shard.index === other.shard.index
}

function identity({ startedAt, target, seed, profile, selection, vocabulary }: EvidenceHeader): string {
  return JSON.stringify([startedAt, target.url, seed, profile, selection, vocabulary])
}

/** The number of bytes that are read from the beginning of a file. */
const beginning = 16 * 1024

/** Guesses the type of a file that is not evidence, and returns advice. */
function seeming(path: string): string | undefined {
  const bytes = beginningOf(path, beginning)
  const text = bytes.toString('utf8').trimStart()
  if (isCompressed(bytes)) return 'it is compressed; unpack it first'
  if (bytes.includes(0) || !isText(bytes)) return 'it is not text; name the exchanges.ndjson that mgi run writes'
  if (/^<(!doctype html|html)/i.test(text)) return 'it is a web page; name the exchanges.ndjson of the run'
  if (text.startsWith('<')) return 'it is XML; name the exchanges.ndjson of the run'
  const foreign = foreignFormat(text)
  if (foreign !== undefined) return foreign
  // A line of evidence begins with its kind.
  if (/^\{\s*"(?!kind")/.test(text) && text.includes('"formatVersion"') && text.includes(`"${toolIdentity().name}"`))
    return `it contains results, which mgi report ${path} renders; mgi check judges the exchanges.ndjson beside it`
  if (/^[{[]\s*$/m.test(text.slice(0, text.indexOf('\n') + 1)))
    return 'it is JSON without the members of these formats; mgi run writes exchanges.ndjson, a browser or a proxy exports HAR'
  return undefined
}

/** Returns whether bytes are gzip, zip or zstandard. */
export function isCompressed(bytes: Buffer): boolean {
  return ['1f8b', '504b0304', '28b52ffd'].some((magic) => bytes.toString('hex', 0, magic.length / 2) === magic)
}

/** Returns whether bytes are UTF-8. Their last character may be incomplete. */
function isText(bytes: Buffer): boolean {
  return [0, 1, 2, 3].some((cut) => isUtf8(bytes.subarray(0, bytes.length - cut)))
}
