const lineFeed = 0x0a
const carriageReturn = 0x0d
const byteOrderMark = [0xef, 0xbb, 0xbf] as const

/** Cuts bytes into lines as they arrive. */
export interface LineSplitter {
  /** The lines that these bytes complete, without their ends. */
  push(bytes: Uint8Array): readonly Uint8Array[]
  /** The bytes after the last line end. */
  end(): Uint8Array
}

/**
 * Splits a stream at LF, CR and CRLF and drops one leading byte order mark (WHATWG HTML §9.2.6). It works on bytes:
 * 0x0A and 0x0D occur in UTF-8 only as themselves, so U+2028, U+0085 and cut sequences cannot be taken for line ends.
 * A CR ends its line at once; an LF that comes right after it, even in a later push, belongs to the same line end.
 */
export function lineSplitter(): LineSplitter {
  const state: State = { held: [], markBytes: 0, isInMark: true, isAfterReturn: false }
  return {
    push: (bytes) => split(state, state.isInMark ? withoutMark(state, bytes) : bytes),
    end: () => {
      if (state.isInMark) leaveMark(state)
      return joined(state)
    },
  }
}

interface State {
  /** Pieces of the line that has not ended yet. Joined once, so a huge line in tiny chunks costs linear time. */
  held: Uint8Array[]
  /** How many bytes of the byte order mark were met. */
  markBytes: number
  isInMark: boolean
  isAfterReturn: boolean
}

function withoutMark(state: State, bytes: Uint8Array): Uint8Array {
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

/** What looked like a byte order mark was the beginning of the first line. */
function leaveMark(state: State): void {
  state.isInMark = false
  state.held.push(Uint8Array.from(byteOrderMark.slice(0, state.markBytes)))
}

function split(state: State, bytes: Uint8Array): Uint8Array[] {
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

function joined(state: State, rest: Uint8Array = new Uint8Array()): Uint8Array {
  if (state.held.length === 0) return rest
  const line = Buffer.concat([...state.held, rest])
  state.held = []
  return line
}
