import { dirname } from 'node:path'
import { closingEvents, eventLine, type RunEvent, type StartEvent } from '../../../../reports/events.ts'
import { inertIn } from '../../../../reports/workflow-command.ts'
import { makeFolders } from '../../../core/files/make-folders.ts'
import { createFile, type OpenOutput } from '../../../core/files/write-file.ts'
import type { Exchange } from '../../../core/model/exchange.ts'
import type { Report } from '../../../core/model/report.ts'
import { UsageError } from '../../../core/text/usage-error.ts'
import type { EvidenceHeader } from '../../../engine/record/evidence/frame.ts'
import type { ExchangePurpose } from '../../../engine/record/evidence/line.ts'
import type { Destination } from '../../report/destinations.ts'
import type { Io } from '../io.ts'

/** Writes the events of a run for programs, one a line. */
export interface EventLog {
  /** The files it writes, as the user wrote their paths. */
  readonly names: readonly string[]
  /** Writes the start event. `requests` is the maximum number of requests of the run. */
  begin(header: EvidenceHeader, requests: number): void
  exchange(exchange: Exchange, about: ExchangePurpose): void
  /** Writes the results. */
  end(report: Report): void
  close(): void
}

/** A destination of lines. An error while writing is reported once and does not stop the run. */
interface Sink {
  write(text: string): void
  close(): void
}

/** Opens the destinations of events. Throws a `UsageError` if one cannot be opened, because no request was sent yet. */
export function openEventLog(destinations: readonly Destination[], io: Io): EventLog {
  const wanting = destinations.filter(({ format }) => format === 'ndjson')
  const sinks = wanting.map((destination) => (destination.file === null ? outputSink(io) : fileSink(destination, io)))
  const tell = (event: () => RunEvent): void => {
    if (sinks.length === 0) return
    const line = eventLine(event())
    for (const sink of sinks) sink.write(line)
  }
  let done = 0
  return {
    names: wanting.filter(({ file }) => file !== null).map(({ name }) => name),
    begin: (header, requests) => tell(() => startOf(header, requests)),
    exchange(exchange, { operation }) {
      done += 1
      tell(() => eventOf(exchange, operation, done))
    },
    end: (report) => {
      for (const event of closingEvents(report)) tell(() => event)
    },
    close: () => sinks.forEach((sink) => sink.close()),
  }
}

function startOf(
  { tool, target, seed, profile, strict, startedAt, limits: all }: EvidenceHeader,
  requests: number,
): StartEvent {
  const limits = all.map(({ text }) => text)
  return { event: 'start', formatVersion: 2, tool, target, seed, profile, strict, startedAt, limits, requests }
}

function eventOf(
  { id, request, response, ended, durationMs }: Exchange,
  operation: ExchangePurpose['operation'],
  done: number,
): RunEvent {
  return {
    event: 'exchange',
    id,
    operation,
    method: request.method,
    path: request.path,
    status: response?.status ?? null,
    ended,
    durationMs,
    done,
  }
}

function outputSink({ stdout }: Io): Sink {
  return { write: (text) => stdout.write(inertIn('json', text)), close: () => {} }
}

function fileSink({ file, name }: Destination, { stderr }: Io): Sink {
  let open: OpenOutput | undefined = opened(file!, name)
  const close = (): void => {
    open?.close()
    open = undefined
  }
  return {
    write(text) {
      if (open === undefined) return
      try {
        open.write(text)
      } catch (error) {
        stderr.write(`mgi: ${file} cannot be written: ${(error as NodeJS.ErrnoException).code}\n`)
        close()
      }
    },
    close,
  }
}

function opened(file: string, name: string): OpenOutput {
  try {
    makeFolders(dirname(file))
    return createFile(file)
  } catch (error) {
    throw new UsageError(
      `--reporter ndjson=${name}: it cannot be written (${(error as NodeJS.ErrnoException).code}); name another file`,
    )
  }
}
