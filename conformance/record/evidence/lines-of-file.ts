import { createReadStream } from 'node:fs'
import type { Place } from './store.ts'

/** A line of a file, and whether a line end closed it. */
export interface FileLine {
  readonly bytes: Buffer
  readonly place: Place
  readonly isClosed: boolean
}

const lineEnd = 0x0a
/** No line of ours is longer; a file that has a longer one is something else. */
const longestLine = 400 * 1024 * 1024

/** The lines of a file one by one, without holding more than one of them. An endless line comes as an empty one. */
export async function* linesOfFile(path: string): AsyncGenerator<FileLine> {
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
