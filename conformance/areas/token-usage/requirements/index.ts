import { fromSchemas } from '../../from-schemas.ts'
import { rejections } from './rejections.ts'
import { figures, reply } from './reply.ts'
import { skPrefix } from './sk-prefix.ts'
import { transport } from './transport.ts'

/** All requirements about token usage. */
export const requirements = [
  ...fromSchemas('token-usage'),
  ...reply,
  ...figures,
  ...rejections,
  ...skPrefix,
  ...transport,
] as const
