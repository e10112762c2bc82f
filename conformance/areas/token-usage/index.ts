import type { AreaSuite } from '../../model/suite.ts'
import { token } from './operations.ts'
import { probes } from './probes.ts'
import { requirements } from './requirements/index.ts'
import { templates } from './templates.ts'

/** Section 2.5: what a token is told about its quota. */
export default {
  area: 'token-usage',
  operations: [token],
  requirements,
  templates,
  probes,
} as const satisfies AreaSuite
