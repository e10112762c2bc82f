import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

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

type Collect = () => void

let collector: Collect | undefined
let left = { inHeap: 0, beside: 0 }

/**
 * Has the engine collect its garbage now. Left to itself it keeps what planning and large uploads have used for as
 * long as the machine has memory to spare; a run is to stay small on machines that have none.
 */
export function handBackMemory(): void {
  collect()
  left = used()
}

/**
 * The same where much has piled up since the last time, for which asking costs next to nothing. What lay beside the heap
 * is handed back while the program does something else, and only the next collection waits for it.
 */
export function handBackGrownMemory(): void {
  if (hasGrown('beside')) collect()
  if (hasGrown('beside') || hasGrown('inHeap')) handBackMemory()
  else settle()
}

function hasGrown(where: keyof typeof left): boolean {
  return used()[where] - left[where] > mostGrowth
}

/** What was handed back later than it was collected counts, too. */
function settle(): void {
  const { inHeap, beside } = used()
  left = { inHeap: Math.min(left.inHeap, inHeap), beside: Math.min(left.beside, beside) }
}

function used(): typeof left {
  const { used_heap_size, external_memory } = getHeapStatistics()
  return { inHeap: used_heap_size, beside: external_memory }
}

function collect(): void {
  collector ??= exposed()
  collector()
}

function exposed(): Collect {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as Collect
}
