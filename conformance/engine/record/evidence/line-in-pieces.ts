import { randomUUID } from 'node:crypto'
import type { FromBase64 } from './body-codec.ts'
import { decode, type EvidenceLine } from './line.ts'

/** The fewest characters of base64 for which a body is decoded in pieces. */
const longBase64 = 1024 * 1024
/** The number of characters of base64 that are read at a time, a multiple of four. */
const pieceLength = 4 * 64 * 1024

/**
 * Decodes a line like `decode`, but never makes a large body into text: its base64 is read in pieces from the bytes of
 * the line. The counterpart of `encodeInPieces`.
 */
export function decodeInPieces(line: Buffer): EvidenceLine {
  const stretches = line.length < longBase64 ? [] : stretchesIn(line)
  if (stretches.length === 0) return decode(line.toString('utf8'))
  // The stand-in is random, so that no text in a file equals it.
  const standIn = `later-${randomUUID()}-`
  return decode(withStandIns(line, stretches, standIn), reader(line, stretches, standIn))
}

/** The beginning and end of base64 in the line. */
interface Stretch {
  readonly start: number
  readonly end: number
}

/** These bytes are always the name of a member and the beginning of its text, since JSON escapes quotes in texts. */
const members = [Buffer.from('"base64":"'), Buffer.from('"gzip":"')]
const quote = 0x22
const backslash = 0x5c

function stretchesIn(line: Buffer): readonly Stretch[] {
  return members.flatMap((member) => stretchesOf(member, line)).toSorted((one, other) => one.start - other.start)
}

function stretchesOf(member: Buffer, line: Buffer): readonly Stretch[] {
  const found: Stretch[] = []
  for (let at = line.indexOf(member); at >= 0; at = line.indexOf(member, at + member.length)) {
    const start = at + member.length
    const end = line.indexOf(quote, start)
    if (end - start < longBase64 || line.subarray(start, end).includes(backslash)) continue
    found.push({ start, end })
  }
  return found
}

function withStandIns(line: Buffer, stretches: readonly Stretch[], standIn: string): string {
  const before = stretches.map(({ start }, at) => line.toString('utf8', stretches[at - 1]?.end ?? 0, start))
  const after = line.toString('utf8', stretches.at(-1)!.end)
  return before.map((text, at) => `${text}${standIn}${at}`).join('') + after
}

function reader(line: Buffer, stretches: readonly Stretch[], standIn: string): FromBase64 {
  return (text) => {
    const stretch = text.startsWith(standIn) ? stretches[Number(text.slice(standIn.length))] : undefined
    return stretch === undefined ? Buffer.from(text, 'base64') : fromPieces(line, stretch)
  }
}

function fromPieces(line: Buffer, { start, end }: Stretch): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Math.ceil(((end - start) * 3) / 4))
  let length = 0
  for (let from = start; from < end; from += pieceLength)
    length += bytes.write(line.toString('latin1', from, Math.min(from + pieceLength, end)), length, 'base64')
  return bytes.subarray(0, length)
}
