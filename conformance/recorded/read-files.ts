import type { Exchange } from '../model/exchange.ts'
import { UsageError } from '../model/usage-error.ts'
import type { EvidenceFooter, EvidenceHeader } from '../record/evidence/frame.ts'
import type { About } from '../record/evidence/line.ts'
import { type EvidenceItem, readEvidence } from '../record/evidence/read-evidence.ts'
import { readAt } from '../record/evidence/store.ts'
import { type HarItem, isHar } from './har/index.ts'
import { rejectTwice } from './same-run.ts'
import { seeming } from './seeming.ts'

/** What evidence files hold beside their exchanges, and where those are. */
export interface FilesRead {
  readonly headers: readonly EvidenceHeader[]
  readonly footers: readonly (EvidenceFooter | undefined)[]
  /** What is missing or cannot be read, in words. */
  readonly gaps: readonly string[]
  readonly count: number
  read(id: string): Exchange | undefined
  about(id: string): About
  /** Puts labels where keys are in the text of exchanges; absent where files hold labels already. */
  readonly redact?: (text: string) => string
}

interface Kept {
  readonly again: () => Exchange | undefined
  readonly about: About
}

/** Reads a HAR as if it were evidence. */
export type ReadHar = (file: string) => AsyncIterable<HarItem>

type Item = EvidenceItem | HarItem

/** Reads files of exchanges one exchange at a time, and keeps none of them. */
export async function readFiles(
  files: readonly string[],
  see: (exchange: Exchange, about: About) => void,
  signal: AbortSignal,
  readHar?: ReadHar,
): Promise<FilesRead> {
  const headers: EvidenceHeader[] = []
  const footers: (EvidenceFooter | undefined)[] = []
  const gaps: string[] = []
  const kept = new Map<string, Kept>()
  const redactions = new Set<(text: string) => string>()
  const assertNew = rejectTwice()
  const items = (file: string): AsyncIterable<Item> =>
    readHar !== undefined && isHar(file) ? readHar(file) : readEvidence(file)
  const take = (file: string, item: Item): void => {
    if (item.kind === 'header') {
      assertNew(file, item.header)
      headers.push(item.header)
    } else if (item.kind === 'exchange') {
      if ('redact' in item) redactions.add(item.redact)
      see(keep(file, item, kept), item.about)
    } else if (item.kind === 'end') footers.push(item.footer)
    const gap = gapIn(file, item)
    if (gap !== undefined) gaps.push(gap)
  }
  for (const file of files) {
    for await (const item of items(file)) {
      if (signal.aborted) break
      take(file, item)
    }
  }
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
    ...(redactions.size === 0 ? {} : { redact: (text) => [...redactions].reduce((so, redact) => redact(so), text) }),
  }
}

type ExchangeItem = Extract<Item, { readonly kind: 'exchange' }>

/** The same case of another file is another exchange. */
function keep(file: string, item: ExchangeItem, kept: Map<string, Kept>): Exchange {
  const { exchange, about } = item
  let id = exchange.id
  for (let number = 2; kept.has(id); number += 1) id = `${exchange.id}~${number}`
  kept.set(id, { again: 'again' in item ? item.again : () => readAt(file, item.place), about })
  return { ...exchange, id }
}

function gapIn(file: string, item: Item): string | undefined {
  if (item.kind === 'gap') return item.gap
  if (item.kind === 'end' && item.truncated) return `${file} is cut off: the run that wrote it did not come to its end`
  if (item.kind !== 'problem') return undefined
  if (item.line > 1) return `${file} line ${item.line} cannot be read: ${item.problem}`
  if (isHar(file)) throw new UsageError(`${file} is a HAR, which mgi check judges; name an exchanges.ndjson here`)
  const usual = 'mgi run writes exchanges.ndjson, a browser or a proxy exports HAR'
  throw new UsageError(
    `${file} is no evidence file of mgi, and no HAR: ${seeming(file) ?? `${item.problem}; ${usual}`}`,
  )
}
