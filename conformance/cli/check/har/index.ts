/** HARs as input of `check`. */
export { isHar } from './is-har.ts'
export { type HarItem, startHarReading } from './items.ts'
export { harOptionSpecs, readHarOptions } from './options.ts'
