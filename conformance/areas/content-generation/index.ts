import type { AreaSuite } from '../../model/suite.ts'
import declarable from './declarable.ts'
import { generateContent, streamContent } from './operations.ts'
import probes from './probes/index.ts'
import requirements from './requirements/index.ts'
import { templates } from './templates/index.ts'

/** Content generation: endpoints 5 and 6. */
const contentGeneration = {
  area: 'content-generation',
  operations: [generateContent, streamContent],
  requirements,
  templates,
  probes,
  declarable,
  arbitraries: async () => (await import('./arbitraries.ts')).arbitraries,
} as const satisfies AreaSuite
export default contentGeneration
