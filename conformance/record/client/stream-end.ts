import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib'
import { mostEvents } from '../../model/events.ts'
import { mediaType, type ResponseHead } from '../../model/exchange.ts'
import { streamParser } from '../../wire/sse.ts'
import { codingsIn } from '../evidence/content-coding.ts'

/** Follows a stream as it arrives. An encoded one is decoded in the background. */
export interface StreamFollower {
  push(bytes: Uint8Array): void
  /** Forgets the stream. Nothing is reported any more. */
  stop(): void
}

/** The news about a stream: its last event has arrived, or it has more events or decoded bytes than are read. */
type Progress = 'ended' | 'endless'

interface Following {
  /** The `type` of the event that ends the stream. */
  readonly lastEvent: string
  /** The most bytes of the decoded stream. */
  readonly mostBytes: number
  /** Called at most once. */
  readonly tell: (progress: Progress) => void
}

/** Follows the stream of a response; returns `undefined` for a response that cannot be parsed as it arrives. */
export function followStream(
  { status, headers }: ResponseHead,
  { lastEvent, mostBytes, tell }: Following,
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
  let push: Push = eventReader(lastEvent, report)
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

function eventReader(lastEvent: string, report: (progress: Progress) => void): Push {
  const parser = streamParser(mostEvents)
  let count = 0
  return (bytes) => {
    const events = parser.push({ at: 0, bytes })
    count += events.length
    if (events.some(({ json }) => typeOf(json) === lastEvent)) report('ended')
    else if (count > mostEvents) report('endless')
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
