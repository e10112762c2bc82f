import type { AreaSuite } from '../../../core/model/suite.ts'
import { imagesFeatures } from './features.ts'
import { imagesOperations } from './operations.ts'
import { imagesProbes } from './probes/index.ts'
import { imagesRequirements } from './requirements/index.ts'
import { imagesTemplates } from './templates.ts'

export default {
  area: 'images',
  operations: imagesOperations,
  requirements: imagesRequirements,
  templates: imagesTemplates,
  probes: imagesProbes,
  features: imagesFeatures,
  arbitraries: async () => (await import('./arbitraries.ts')).imagesArbitraries,
} as const satisfies AreaSuite
