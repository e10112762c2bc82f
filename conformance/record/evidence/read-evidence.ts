import { createReadStream } from 'node:fs'
import type { Exchange } from '../../model/exchange.ts'
import type { EvidenceFooter, EvidenceHeader } from './frame.ts'
import type { About } from './line.ts'
import { decodeInPieces } from './line-in-pieces.ts'
import type { Place } from './store.ts'

/** What reading an evidence file brings up, in the order of the file; `end` always comes, and comes last. */
export type EvidenceItem =
  | { readonly kind: 'header'; readonly header: EvidenceHeader }
  | { readonly kind: 'exchange'; readonly exchange: Exchange; readonly about: About; readonly place: Place }
  | { readonly kind: 'problem'; readonly line: number; readonly problem: string }
  | {
      readonly kind: 'end'
      /** Whether the footer is missing, or speaks of another number of exchanges than there are. */
      readonly truncated: boolean
      readonly footer: EvidenceFooter | undefined
    }

/** Reads an evidence file line by line. Throws only what the file system does. */
export async function* readEvidence(path: string): AsyncGenerator<EvidenceItem> {
  let footer: EvidenceFooter | undefined
  let exchanges = 0
  let unread = 0
  let number = 0
  let isEarlier = false
  for await (const { bytes, place, isClosed } of linesOfFile(path)) {
    number += 1
    const line = decodeInPieces(bytes, isEarlier)
    if (line.kind === 'header' && number === 1) isEarlier = line.isEarlier === true
    // A run that was cut off leaves half a line behind: that is what `truncated` says.
    if (line.kind === 'problem' && !isClosed && number > 1) break
    if (line.kind === 'problem') {
      unread += 1
      yield { ...line, line: number }
    } else if (footer !== undefined) yield { kind: 'problem', line: number, problem: 'it stands after the footer' }
    else if ((line.kind === 'header') !== (number === 1)) yield misplaced(number)
    else if (line.kind === 'footer') footer = line.footer
    else {
      if (line.kind === 'exchange') exchanges += 1
      yield line.kind === 'exchange' ? { ...line, place: isEarlier ? { ...place, isEarlier } : place } : line
    }
  }
  // A line that cannot be read is told of apart, and was an exchange as far as the footer knows.
  const isWhole = footer !== undefined && exchanges <= footer.count && footer.count <= exchanges + unread
  yield { kind: 'end', truncated: !isWhole, footer }
}

function misplaced(line: number): EvidenceItem {
  const problem = line === 1 ? 'the first line is not a header of evidence' : 'it is a second header'
  return { kind: 'problem', line, problem }
}

/** A line of a file, and whether a line end closed it. */
interface FileLine {
  readonly bytes: Buffer
  readonly place: Place
  readonly isClosed: boolean
}

const lineEnd = 0x0a
/** No line of ours is longer; a file that has a longer one is something else. */
const longestLine = 400 * 1024 * 1024

/** The lines of a file one by one, without holding more than one of them. An endless line comes as an empty one. */
async function* linesOfFile(path: string): AsyncGenerator<FileLine> {
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
  for await (const piece of createReadStream(path, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
    let from = 0
    for (let end = piece.indexOf(lineEnd); end >= 0; end = piece.indexOf(lineEnd, from)) {
      pieces.push(piece.subarray(from, end))
      length += end - from
      from = end + 1
      yield take(true)
    }
    pieces.push(piece.subarray(from))
    length += piece.length - from
    if (length > longestLine) pieces = []
  }
  if (length > 0) yield take(false)
}

function inOne(pieces: readonly Buffer[]): Buffer {
  return pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces)
}
