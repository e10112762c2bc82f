import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Exchange } from '../../model/exchange.ts'
import { lengthOf } from '../../model/whole-body.ts'

/** By how many percent the heap may grow over what is alive in it before the engine collects its garbage by itself. */
const mostGrowthPercent = 40
/** Bytes, in and beside the heap, that may pile up before they are looked through for garbage. */
const mostGrowth = 16 * 1024 * 1024

/**
 * Has the engine keep its heap small. Where a machine has memory to spare it lets a heap grow to several times of what
 * is alive in it: a hostile reply that is judged in one go leaves hundreds of megabytes of garbage.
 */
export function keepHeapSmall(): void {
  setFlagsFromString(`--heap-growing-percent=${mostGrowthPercent}`)
}

/** Bytes of a process that is small whatever has piled up in it. */
const small = 192 * 1024 * 1024
/** Where nothing should be left: the engine may keep what it had at hand for a few collections. */
const mostTries = 4
/** Bytes, or else exchanges, that pass before it is asked again how much has piled up: asking is not free. */
const passing = { bytes: 256 * 1024, exchanges: 32 } as const

/** Told `true` it looks at young objects only. */
type Collect = (isMinor?: true) => void

let collector: Collect | undefined
let left: Piles = { inHeap: 0, beside: 0 }
let passed = { bytes: 0, exchanges: 0 }

/** Bytes in and beside the heap, garbage included. */
interface Piles {
  readonly inHeap: number
  readonly beside: number
}

/**
 * Has the engine collect its garbage now. Left to itself it keeps what planning and large uploads have used for as
 * long as the machine has memory to spare; a run is to stay small on machines that have none.
 */
export function handBackMemory(): void {
  collect()
  left = used()
}

/** The same where much has piled up, once exchanges have passed that could be the reason. */
export function handBackAfter(exchange: Exchange): void {
  passed = { bytes: passed.bytes + bytesOf(exchange), exchanges: passed.exchanges + 1 }
  if (passed.bytes < passing.bytes && passed.exchanges < passing.exchanges) return
  passed = { bytes: 0, exchanges: 0 }
  if (hasPiledUp()) handBackMemory()
}

/**
 * The same in the next turn of the event loop: what the program had at hand in this one, such as a large body that was
 * recorded and judged, is garbage only then. A collection does not wait for the thread that frees what lies beside the
 * heap; the next one does.
 */
export async function handBackNextTurn(): Promise<void> {
  await setImmediate()
  if (!hasPiledUp()) return
  const before = left
  for (let tries = 0; tries === 0 || (tries < mostTries && hasGrown('beside', used(), before)); tries += 1) {
    handBackMemory()
    await setImmediate()
  }
}

function bytesOf({ request, response }: Exchange): number {
  return request.body.length + lengthOf(response?.chunks)
}

/** Whether much has piled up since the last time, in a process that is not small. */
function hasPiledUp(): boolean {
  const now = used()
  if (now.inAll >= small && (hasGrown('inHeap', now, left) || hasGrown('beside', now, left))) return true
  // What was handed back later than it was collected counts, too.
  left = { inHeap: Math.min(left.inHeap, now.inHeap), beside: Math.min(left.beside, now.beside) }
  return false
}

function hasGrown(where: keyof Piles, now: Piles, before: Piles): boolean {
  return now[where] - before[where] > mostGrowth
}

/** What the engine calls external lags behind by a whole body; what it says of bodies themselves is exact. */
function used(): Piles & { readonly inAll: number } {
  const { heapUsed, arrayBuffers, rss } = process.memoryUsage()
  return { inHeap: heapUsed, beside: arrayBuffers, inAll: rss }
}

/** The young first: a collection of everything keeps some of what has died among them. */
function collect(): void {
  collector ??= exposed()
  collector(true)
  collector()
}

function exposed(): Collect {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as Collect
}
