import type { Observation } from '../../model/observation.ts'
import type { Cost } from '../../model/operation.ts'
import type { Report, Traffic } from '../../model/report.ts'
import { type Endpoint, endpoints } from '../../model/vocabulary.ts'
import { latencyOf } from './latency.ts'

/** Counts what is sent to each operation, how it is taken, and how long it takes. */
export interface TrafficCount {
  see(seen: Observation): void
  /** What a gateway would bill for all of it. */
  billed(): Cost
  /** What a report says of it: operations in the document's order, those without requests left out. */
  told(): Required<Pick<Report, 'latencies' | 'traffic'>>
}

interface Book {
  requests: number
  readonly receptions: Partial<Record<Observation['reception'], number>>
  billed: Cost
  /** Milliseconds of the answered exchanges. */
  readonly durations: number[]
}

/** A count of nothing yet. The same exchanges in any order come to the same. */
export function startTraffic(): TrafficCount {
  const books = new Map<Endpoint, Book>()
  return {
    see: (seen) => {
      const book = books.get(seen.operation.id) ?? newBook()
      books.set(seen.operation.id, book)
      enter(book, seen)
    },
    billed: () => [...books.values()].map(({ billed }) => billed).reduce(added, nothing),
    told: () => {
      const known = endpoints.flatMap((endpoint) => {
        const book = books.get(endpoint)
        return book === undefined ? [] : [{ endpoint, ...book }]
      })
      return {
        latencies: known.flatMap(({ endpoint, durations }) => latencyOf(endpoint, durations) ?? []),
        traffic: known.map(({ durations, ...told }): Traffic => told),
      }
    },
  }
}

const nothing: Cost = { calls: 0, images: 0 }

function newBook(): Book {
  return { requests: 0, receptions: {}, billed: nothing, durations: [] }
}

function enter(book: Book, { exchange, operation, reception, request }: Observation): void {
  book.requests += 1
  book.receptions[reception] = (book.receptions[reception] ?? 0) + 1
  const isAnswered = exchange.response !== null && exchange.ended === 'complete'
  if (isAnswered && Number.isFinite(exchange.durationMs)) book.durations.push(exchange.durationMs)
  // What was answered with a 2xx has been worked for, however the answer looks.
  const isServed = reception === 'accepted' || reception === 'unrecognised'
  if (isServed) book.billed = added(book.billed, operation.cost(request.value))
}

function added(one: Cost, other: Cost): Cost {
  return { calls: one.calls + other.calls, images: one.images + other.images }
}
