import contentGeneration from './content-generation.ts'
import type { KnownDefect } from './defect.ts'
import errors from './errors.ts'
import imagesAndUsage from './images-and-usage.ts'
import order from './order.ts'
import payloads from './payloads.ts'
import replies from './replies.ts'

/** Defects of real gateways, by their number. */
export const knownDefects: readonly KnownDefect[] = [
  ...order,
  ...payloads,
  ...replies,
  ...errors,
  ...contentGeneration,
  ...imagesAndUsage,
].sort((one, other) => one.number - other.number)
