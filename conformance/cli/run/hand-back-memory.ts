import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

let collect: (() => void) | undefined

/**
 * Has the engine collect its garbage now. Left to itself it keeps what planning and large uploads have used for as
 * long as the machine has memory to spare; a run is to stay small on machines that have none.
 */
export function handBackMemory(): void {
  collect ??= collector()
  collect()
}

function collector(): () => void {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as () => void
}
