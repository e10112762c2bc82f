import { createReadStream } from 'node:fs'
import { openFile } from '../../../core/files/open-file.ts'
import { type Exchange, withModels } from '../../../core/model/exchange.ts'
import type { EvidenceFooter, EvidenceHeader } from './frame.ts'
import type { ExchangePurpose } from './line.ts'
import { decodeInPieces } from './line-in-pieces.ts'
import type { LinePosition } from './store.ts'

/** An item of an evidence file, in the order of the file. The last one is always `end`. */
export type EvidenceItem =
  | { readonly kind: 'header'; readonly header: EvidenceHeader }
  | {
      readonly kind: 'exchange'
      readonly exchange: Exchange
      readonly about: ExchangePurpose
      readonly place: LinePosition
    }
  | { readonly kind: 'problem'; readonly line: number; readonly problem: string }
  | {
      readonly kind: 'end'
      /** True if the footer is missing or has another number of exchanges. */
      readonly truncated: boolean
      readonly footer: EvidenceFooter | undefined
    }

/**
 * Reads an evidence file line by line. Throws errors of the file system, and a `UsageError` if it is not a regular file.
 * Stops without an `end` if `signal` is aborted.
 */
export async function* readEvidence(path: string, signal?: AbortSignal): AsyncGenerator<EvidenceItem> {
  let footer: EvidenceFooter | undefined
  let exchanges = 0
  let unread = 0
  let number = 0
  let models: Exchange['models']
  for await (const { bytes, place, isClosed } of linesOfFile(path, signal)) {
    number += 1
    const line = decodeInPieces(bytes)
    // A run that was cut off leaves an incomplete line, which `truncated` reports.
    if (line.kind === 'problem' && !isClosed && number > 1) break
    if (line.kind === 'problem') {
      unread += 1
      yield { ...line, line: number }
    } else if (footer !== undefined) yield { kind: 'problem', line: number, problem: 'it comes after the footer' }
    else if ((line.kind === 'header') !== (number === 1)) yield misplaced(number)
    else if (line.kind === 'footer') footer = line.footer
    else {
      if (line.kind === 'header') models = line.header.vocabulary?.models
      if (line.kind === 'exchange') exchanges += 1
      yield line.kind === 'exchange' ? { ...line, exchange: withModels(line.exchange, models), place } : line
    }
  }
  if (signal?.aborted === true) return
  // An unreadable line is reported separately. The footer counts it as an exchange.
  const isWhole = footer !== undefined && exchanges <= footer.count && footer.count <= exchanges + unread
  yield { kind: 'end', truncated: !isWhole, footer }
}

function misplaced(line: number): EvidenceItem {
  const problem = line === 1 ? 'the first line is not a header of evidence' : 'it is a second header'
  return { kind: 'problem', line, problem }
}

/** A line of a file, and whether it ends with a line break. */
interface FileLine {
  readonly bytes: Buffer
  readonly place: LinePosition
  readonly isClosed: boolean
}

const lineEnd = 0x0a
/** The greatest length of a line in bytes. A file with a longer one is no evidence. */
const longestLine = 400 * 1024 * 1024

/** Yields the lines of a file, one in memory at a time. A line that is too long is yielded as an empty one. */
async function* linesOfFile(path: string, signal: AbortSignal | undefined): AsyncGenerator<FileLine> {
  let pieces: Buffer[] = []
  let length = 0
  let offset = 0
  const take = (isClosed: boolean): FileLine => {
    const bytes = length > longestLine ? Buffer.alloc(0) : inOne(pieces)
    const line = { bytes, place: { offset, length }, isClosed }
    offset += length + 1
    pieces = []
    length = 0
    return line
  }
  const stream = createReadStream(path, { fd: openFile(path), highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>
  for await (const piece of stream) {
    if (signal?.aborted === true) return
    let from = 0
    for (let end = piece.indexOf(lineEnd); end >= 0; end = piece.indexOf(lineEnd, from)) {
      pieces.push(piece.subarray(from, end))
      length += end - from
      from = end + 1
      yield take(true)
    }
    pieces.push(piece.subarray(from))
    length += piece.length - from
    if (length > longestLine) {
      pieces = []
      // Without a header, the rest of the file is not evidence either.
      if (offset === 0) break
    }
  }
  if (length > 0) yield take(false)
}

function inOne(pieces: readonly Buffer[]): Buffer {
  return pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces)
}
