import { isUtf8 } from 'node:buffer'
import type { EventStream, StreamEvent } from '../model/events.ts'
import type { Chunk } from '../model/exchange.ts'

/** Reads server-sent events from bytes as they arrive. */
export interface StreamParser {
  /**
   * Returns the events that this chunk completes. The end of its blank line completes an event. If that line ends with
   * CRLF, the CR completes it, so that a CR at the end of a chunk never waits for another byte.
   */
  push(chunk: Chunk): readonly StreamEvent[]
  /** Describes the end of the stream. Call it once, after the last chunk. */
  end(): Pick<EventStream, 'unterminated' | 'malformedUtf8'>
}

/**
 * Reads the events of a stream exactly as WHATWG HTML §9.2.6 specifies, from any bytes. Stops after more than `most`
 * events.
 */
export function parseStream(chunks: readonly Chunk[], most = Number.POSITIVE_INFINITY): EventStream {
  const parser = streamParser(most)
  const events: StreamEvent[] = []
  for (const chunk of chunks) {
    for (const event of parser.push(chunk)) events.push(event)
    if (events.length > most) return { events: events.slice(0, most), ...parser.end(), isCutShort: true }
  }
  return { events, ...parser.end() }
}

/** Returns whether a text begins with a field or a comment of an event stream (WHATWG HTML §9.2.6). */
export function beginsAsEvents(bytes: Uint8Array): boolean {
  const beginning = Buffer.from(bytes.subarray(0, 64)).toString('latin1')
  return /^(\xef\xbb\xbf)?[\r\n]*(data|event|id|retry)?:/.test(beginning)
}

/** The number of bytes that are split into lines at a time, because a large chunk may contain millions of lines. */
const pieceLength = 64 * 1024

export function streamParser(most = Number.POSITIVE_INFINITY): StreamParser {
  const splitter = lineSplitter()
  const state: State = { dataLines: [], name: undefined, dispatched: 0, chunks: 0, malformedUtf8: false }
  return {
    push({ at, bytes }) {
      const events: StreamEvent[] = []
      for (let from = 0; from < bytes.length && state.dispatched <= most; from += pieceLength) {
        for (const line of splitter.push(bytes.subarray(from, from + pieceLength))) {
          if (line.length > 0) takeField(state, decoded(state, line))
          else dispatch(state, at, events)
        }
      }
      state.chunks += 1
      return events
    },
    end() {
      const rest = splitter.end()
      const malformedUtf8 = state.malformedUtf8 || !mayBecomeUtf8(rest)
      return { unterminated: isInsideEvent(state, decoder.decode(rest)), malformedUtf8 }
    },
  }
}

interface State {
  dataLines: string[]
  name: string | undefined
  dispatched: number
  chunks: number
  malformedUtf8: boolean
}

/** Keeps byte order marks. The line splitter removes the only one that is not content. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

function decoded(state: State, line: Uint8Array): string {
  if (!isUtf8(line)) state.malformedUtf8 = true
  return decoder.decode(line)
}

/** Returns whether bytes are UTF-8 apart from an incomplete last character. */
function mayBecomeUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}

/** Reads a field. Ignores comments, `id`, `retry` and unknown fields, because no requirement concerns them. */
function takeField(state: State, line: string): void {
  const { field, value } = fieldOf(line)
  if (field === 'data') state.dataLines.push(value)
  if (field === 'event') state.name = value
}

/**
 * Splits a line into field and value. A line without a colon is a field with an empty value; a comment is a field with
 * an empty name.
 */
function fieldOf(line: string): { field: string; value: string } {
  const colon = line.indexOf(':')
  if (colon < 0) return { field: line, value: '' }
  const start = line[colon + 1] === ' ' ? colon + 2 : colon + 1
  return { field: line.slice(0, colon), value: line.slice(start) }
}

/** Dispatches an event. An event without a data line is not dispatched, and its name is forgotten. */
function dispatch(state: State, at: number, events: StreamEvent[]): void {
  const { dataLines, name } = state
  state.dataLines = []
  state.name = undefined
  if (dataLines.length === 0) return
  const data = dataLines.join('\n')
  const own = { index: state.dispatched, data, json: asJson(data), at, chunk: state.chunks }
  events.push(name === undefined ? own : { ...own, name })
  state.dispatched += 1
}

function asJson(data: string): unknown {
  try {
    return JSON.parse(data)
  } catch {
    return undefined
  }
}

/**
 * Returns whether an incomplete event is lost at this end: fields without a blank line, or an incomplete line that may
 * be a field. Comments, ids and retry times do not count. A JSON document instead of a stream contains no event.
 */
function isInsideEvent(state: State, rest: string): boolean {
  const isDocument = state.dispatched === 0 && /^\s*[{}[\]]/.test(rest)
  const isCutShort = rest !== '' && !isDocument && !/^(:|id:|retry:)/.test(rest)
  return isCutShort || state.dataLines.length > 0 || state.name !== undefined
}

const lineFeed = 0x0a
const carriageReturn = 0x0d
const byteOrderMark = [0xef, 0xbb, 0xbf] as const

/** Splits bytes into lines as they arrive. */
interface LineSplitter {
  /** Returns the lines that these bytes complete, without their ends. */
  push(bytes: Uint8Array): readonly Uint8Array[]
  /** Returns the bytes after the last line end. */
  end(): Uint8Array
}

/**
 * Splits a stream at LF, CR and CRLF, and removes a leading byte order mark (WHATWG HTML §9.2.6). It works on bytes: in
 * UTF-8, 0x0A and 0x0D only occur as themselves, so U+2028, U+0085 and incomplete characters are never mistaken for
 * line ends. A CR ends its line at once. An LF right after it, even in a later push, belongs to the same line end.
 */
function lineSplitter(): LineSplitter {
  const state: LineState = { held: [], markBytes: 0, isInMark: true, isAfterReturn: false }
  return {
    push: (bytes) => split(state, state.isInMark ? withoutMark(state, bytes) : bytes),
    end: () => {
      if (state.isInMark) leaveMark(state)
      return joined(state)
    },
  }
}

interface LineState {
  /**
   * Pieces of the line that has not ended yet. They are joined once, so that a huge line in tiny chunks takes linear
   * time.
   */
  held: Uint8Array[]
  /** The number of bytes of the byte order mark found so far. */
  markBytes: number
  isInMark: boolean
  isAfterReturn: boolean
}

function withoutMark(state: LineState, bytes: Uint8Array): Uint8Array {
  let taken = 0
  while (taken < bytes.length && bytes[taken] === byteOrderMark[state.markBytes]) {
    taken += 1
    state.markBytes += 1
    if (state.markBytes === byteOrderMark.length) {
      state.isInMark = false
      return bytes.subarray(taken)
    }
  }
  if (taken < bytes.length) leaveMark(state)
  return bytes.subarray(taken)
}

/** Returns bytes that looked like a byte order mark to the first line. */
function leaveMark(state: LineState): void {
  state.isInMark = false
  state.held.push(Uint8Array.from(byteOrderMark.slice(0, state.markBytes)))
}

function split(state: LineState, bytes: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = []
  let start = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]
    const isSecondHalf = byte === lineFeed && state.isAfterReturn
    state.isAfterReturn = byte === carriageReturn
    if (byte !== lineFeed && byte !== carriageReturn) continue
    if (!isSecondHalf) lines.push(joined(state, bytes.subarray(start, at)))
    start = at + 1
  }
  if (start < bytes.length) state.held.push(bytes.subarray(start))
  return lines
}

function joined(state: LineState, rest: Uint8Array = new Uint8Array()): Uint8Array {
  if (state.held.length === 0) return rest
  const line = Buffer.concat([...state.held, rest])
  state.held = []
  return line
}
