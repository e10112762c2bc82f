/** HARs as recorded traffic to judge. */
export type { HarOptions } from './frame.ts'
export { isHar } from './is-har.ts'
export { type HarItem, startHarReading } from './items.ts'
