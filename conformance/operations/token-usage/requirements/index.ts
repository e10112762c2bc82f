import { figures } from './figures.ts'
import { refusals } from './refusals.ts'
import { reply } from './reply.ts'
import { skPrefix } from './sk-prefix.ts'
import { transport } from './transport.ts'

/** Every sentence about token usage. */
export const requirements = [...reply, ...figures, ...refusals, ...skPrefix, ...transport] as const
