import type { Template } from '../../model/operation.ts'
import type { AreaSuite } from '../../model/suite.ts'
import { token } from './operations.ts'
import { probes } from './probes.ts'
import { requirements } from './requirements/index.ts'

const templates = [
  { id: 'plain', operation: 'usage.token', value: {}, smoke: true },
] as const satisfies readonly Template[]

/** Section 2.5: the quota of a token. */
export default {
  area: 'token-usage',
  operations: [token],
  requirements,
  templates,
  probes,
} as const satisfies AreaSuite
