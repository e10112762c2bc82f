import type { AreaSuite } from '../../model/suite.ts'
import { operations } from './operations.ts'
import { probes } from './probes/index.ts'
import { requirements } from './requirements/index.ts'
import { templates } from './templates.ts'

export default {
  area: 'images',
  operations,
  requirements,
  templates,
  probes,
  arbitraries: async () => (await import('./arbitraries.ts')).arbitraries,
} as const satisfies AreaSuite
