import type { AreaSuite } from '../../model/suite.ts'
import declarable from './declarable.ts'
import { createMessage, streamMessage } from './operations.ts'
import probes from './probes/index.ts'
import requirements from './requirements/index.ts'
import templates from './templates.ts'

/** The area `messages`: sections 2.8, 2.9, 6 and its part of 4, 5, 7, 8 and 9. */
export default {
  area: 'messages',
  operations: [createMessage, streamMessage],
  requirements,
  templates,
  probes,
  declarable,
  arbitraries: async () => (await import('./arbitraries.ts')).arbitraries,
} satisfies AreaSuite
