import type { Quirk, VariantReply, VariantRequest } from '../variant.ts'
import { type EventData, written } from './written.ts'

/** An event of a stream. By default the stream is already altered. */
export interface SentEvent<Data = unknown> {
  readonly event?: string
  readonly json: Data
}

/** Writes events as text. */
export type Framing = (events: readonly SentEvent[]) => string

/** Rewrites the events of streams. Each is sent as a separate chunk. */
export function inStreams<Data extends EventData = EventData>(
  change: (events: readonly SentEvent<Data>[], request: VariantRequest) => readonly SentEvent[],
  framing: Framing = plainFraming,
): Quirk {
  return (answer, request) => {
    if (!isStream(answer)) return answer
    const text = framing(change(eventsOf<Data>(answer), request))
    return { ...answer, body: Buffer.from(text), chunks: [Buffer.from(text)] }
  }
}

/** Rewrites each event of streams into any number of events. */
export function inEachEvent<Data extends EventData>(
  change: (event: SentEvent<Data>, request: VariantRequest) => readonly SentEvent[],
): Quirk {
  return inStreams<Data>((events, request) => events.flatMap((event) => change(event, request)))
}

/** Writes streams in another framing. */
export function framed(framing: Framing): Quirk {
  return inStreams((events) => events, framing)
}

/** Returns whether a reply is an event stream. */
export function isStream({ headers }: VariantReply): boolean {
  return headers['content-type']?.startsWith('text/event-stream') ?? false
}

function eventsOf<Data extends EventData>({ body }: VariantReply): readonly SentEvent<Data>[] {
  return Buffer.from(body)
    .toString('utf8')
    .split('\n\n')
    .filter((text) => text !== '')
    .map((text) => {
      // Does not use /^.*$/m, because it treats U+2028 in a text as the end of a line.
      const line = (name: string) =>
        text
          .split('\n')
          .find((one) => one.startsWith(`${name}: `))
          ?.slice(name.length + 2)
      const event = line('event')
      const json = written<Data>(JSON.parse(line('data') ?? ''))
      return { ...(event === undefined ? {} : { event }), json }
    })
}

function plainFraming(events: readonly SentEvent[]): string {
  return events.map(({ event, json }) => `${nameLine(event, '\n')}data: ${JSON.stringify(json)}\n\n`).join('')
}

/** Returns an `event:` line, or nothing. */
export function nameLine(event: string | undefined, end: string): string {
  return event === undefined ? '' : `event: ${event}${end}`
}
