import type { AreaSuite } from '../../model/suite.ts'
import { token } from './operations.ts'
import { probes } from './probes.ts'
import { requirements } from './requirements/index.ts'
import { templates } from './templates.ts'

/** Section 2.5: the quota of a token. */
export default {
  area: 'token-usage',
  operations: [token],
  requirements,
  templates,
  probes,
} as const satisfies AreaSuite
