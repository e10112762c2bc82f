import { isUtf8 } from 'node:buffer'
import type { EventStream, StreamEvent } from '../model/events.ts'
import type { Chunk } from '../model/exchange.ts'
import { lineSplitter } from './lines.ts'

/** Reads server-sent events from bytes as they arrive. */
export interface StreamParser {
  /**
   * The events that this chunk completes. An event is complete with the byte that ends its closing blank line; where
   * that line ends with CRLF this is the CR, so that a lone CR at the end of a chunk never waits for what may follow.
   */
  push(chunk: Chunk): readonly StreamEvent[]
  /** How the stream ended. Call once, after the last chunk. */
  end(): Pick<EventStream, 'unterminated' | 'malformedUtf8'>
}

/**
 * The events of a whole stream, read by the letter of WHATWG HTML §9.2.6. Total: any bytes in, events out.
 * Reads no further once there are more than `most` events.
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

/** Lines are split off piece by piece: a large chunk may hold millions of them. */
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
      const rest = decoded(state, splitter.end())
      return { unterminated: isInsideEvent(state, rest), malformedUtf8: state.malformedUtf8 }
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

/** Keeps byte order marks: the only one that is not content was dropped by the splitter. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

function decoded(state: State, line: Uint8Array): string {
  if (!isUtf8(line)) state.malformedUtf8 = true
  return decoder.decode(line)
}

/** Comments, `id`, `retry` and unknown fields change nothing that a judge looks at. */
function takeField(state: State, line: string): void {
  const { field, value } = fieldOf(line)
  if (field === 'data') state.dataLines.push(value)
  if (field === 'event') state.name = value
}

/** A line without a colon is a field with an empty value; a comment is a field with an empty name. */
function fieldOf(line: string): { field: string; value: string } {
  const colon = line.indexOf(':')
  if (colon < 0) return { field: line, value: '' }
  const start = line[colon + 1] === ' ' ? colon + 2 : colon + 1
  return { field: line.slice(0, colon), value: line.slice(start) }
}

/** An event without a data line is not dispatched, and its name is forgotten. */
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
 * Whether an event is lost by ending here: fields without their blank line, or a line cut short that may be one of them.
 * A comment, an id and a retry time are none.
 */
function isInsideEvent(state: State, rest: string): boolean {
  const isCutShort = rest !== '' && !/^(:|id:|retry:)/.test(rest)
  return isCutShort || state.dataLines.length > 0 || state.name !== undefined
}
