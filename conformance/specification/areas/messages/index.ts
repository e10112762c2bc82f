import type { Declarable } from '../../../core/model/operation.ts'
import type { AreaSuite } from '../../../core/model/suite.ts'
import { messagesFeatures } from './features.ts'
import { createMessage, streamMessage } from './operations.ts'
import probes from './probes/index.ts'
import { asks, messageTurn } from './request-values.ts'
import requirements from './requirements/index.ts'
import templates from './templates.ts'

/** Features that no template uses. Each is added to other requests unless it is declared absent. */
const declarable = [
  {
    id: 'dated-tool',
    operation: 'messages.create',
    value: asks([messageTurn('user', 'Name a color of the rainbow.')], {
      tools: [{ type: 'bash_20241022', name: 'bash' }],
    }),
    capabilities: ['dated-tools'],
  },
] as const satisfies readonly Declarable[]

/** The area `messages`: sections 2.8, 2.9, 6 and its part of 4, 5, 7, 8 and 9. */
export default {
  area: 'messages',
  operations: [createMessage, streamMessage],
  requirements,
  templates,
  probes,
  features: messagesFeatures,
  declarable,
  arbitraries: async () => (await import('./arbitraries.ts')).messagesArbitraries,
} satisfies AreaSuite
