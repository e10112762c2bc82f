import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib'
import { mostEvents } from '../../../core/model/events.ts'
import { mediaType, type ResponseHead } from '../../../core/model/exchange.ts'
import type { StreamEnds } from '../../../core/model/operation.ts'
import { codingsIn } from '../../../core/wire/codings.ts'
import { streamParser } from '../../../core/wire/sse.ts'

/** Follows a stream as it arrives. An encoded one is decoded in the background. */
export interface StreamFollower {
  push(bytes: Uint8Array): void
  /** Forgets the stream. Nothing is reported any more. */
  stop(): void
}

/**
 * The news about a stream: its last event has arrived, or it seems to have no end. Then it begins again and again, or it
 * has more events or decoded bytes than are read.
 */
type Progress = 'ended' | 'endless'

interface Following extends StreamEnds {
  /** The most bytes of the decoded stream. */
  readonly mostBytes: number
  /** Called at most once. */
  readonly tell: (progress: Progress) => void
}

/** Follows the stream of a response; returns `undefined` for a response that cannot be parsed as it arrives. */
export function followStream(
  { status, headers }: ResponseHead,
  { mostBytes, tell, ...ends }: Following,
): StreamFollower | undefined {
  if (status >= 300 || mediaType(headers) !== 'text/event-stream') return undefined
  const codings = codingsIn(headers)
  if (codings.length > mostCodings || !codings.every(isKnown)) return undefined
  const steps: Step[] = []
  let isStopped = false
  const stop = (): void => {
    isStopped = true
    for (const step of steps) step.stop()
  }
  const report = (progress: Progress): void => {
    stop()
    tell(progress)
  }
  let push: Push = eventReader(ends, report)
  for (const coding of codings) {
    const step = decoding(coding, bounded(mostBytes, push, report), stop)
    steps.push(step)
    push = step.push
  }
  return {
    push: (bytes) => {
      if (!isStopped) push(bytes)
    },
    stop,
  }
}

type Push = (bytes: Uint8Array) => void

/** The most times that a stream may begin. A repeated first event is a defect; the events after a few show it too. */
const mostBeginnings = 4

function eventReader({ firstEvent, lastEvent }: StreamEnds, report: (progress: Progress) => void): Push {
  const parser = streamParser(mostEvents)
  let count = 0
  let beginnings = 0
  return (bytes) => {
    const types = parser.push({ at: 0, bytes }).map(({ json }) => typeOf(json))
    count += types.length
    beginnings += types.filter((type) => type === firstEvent).length
    if (types.includes(lastEvent)) report('ended')
    else if (count > mostEvents || beginnings > mostBeginnings) report('endless')
  }
}

function typeOf(json: unknown): unknown {
  return (json as { readonly type?: unknown } | null | undefined)?.type
}

/** Passes bytes on, up to a number of them. */
function bounded(most: number, next: Push, report: (progress: Progress) => void): Push {
  let size = 0
  return (bytes) => {
    size += bytes.length
    if (size > most) report('endless')
    else next(bytes)
  }
}

/** The most codings of one body. More are taken for a decompression bomb. */
const mostCodings = 3

/** Creates the decoder of a coding from the first byte of a body. */
const decoders = {
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  // Some servers send raw deflate data. Encoders never begin it with the low bits of a zlib header (RFC 1950 section 2.2).
  deflate: (first: number) => ((first & 0x0f) === 8 ? createInflate() : createInflateRaw()),
  br: () => createBrotliDecompress(),
}

function isKnown(name: string): name is keyof typeof decoders {
  return Object.hasOwn(decoders, name)
}

interface Step {
  readonly push: Push
  readonly stop: () => void
}

/** Decodes one coding. Every byte is passed on as soon as the received ones determine it. */
function decoding(name: keyof typeof decoders, next: Push, fail: () => void): Step {
  let decoder: ReturnType<(typeof decoders)[typeof name]> | undefined
  let isStopped = false
  const started = (first: number) =>
    decoders[name](first)
      .on('error', fail)
      .on('data', (bytes: Uint8Array) => {
        if (!isStopped) next(bytes)
      })
  return {
    push: (bytes) => {
      if (bytes.length === 0) return
      decoder ??= started(bytes[0]!)
      decoder.write(bytes)
    },
    stop: () => {
      isStopped = true
      decoder?.destroy()
    },
  }
}
