import contentGeneration from './content-generation.ts'
import framing from './framing.ts'
import images from './images.ts'
import messages from './messages.ts'
import tokenUsage from './token-usage.ts'
import transport from './transport.ts'
import trouble from './trouble.ts'
import type { Variant } from './variant.ts'

export { startGateway } from './gateway.ts'
export type { Variant } from './variant.ts'

/** Gateways that conform to the specification, each with unusual habits. */
export const variants: readonly Variant[] = [
  ...transport,
  ...framing,
  ...trouble,
  ...images,
  ...tokenUsage,
  ...contentGeneration,
  ...messages,
]
