import { setFlagsFromString } from 'node:v8'

/** Bytes of a function's code that are carried out before the engine considers to optimize it; by itself it takes about an eighth. */
const carriedOut = 1_000_000

/**
 * Has the engine optimize only what a command spends long in. A run is over within seconds, most of them spent in many
 * functions for a short time each (planning, validators): by itself the engine takes a third of all processor time to
 * optimize them, on cores that the target may need as well.
 */
export function optimizeLate(): void {
  setFlagsFromString(`--interrupt-budget=${carriedOut}`)
}
