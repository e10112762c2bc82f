import type { Declarable } from '../../model/operation.ts'
import { asks, says } from './request-values.ts'

/** Features that no template uses. Each is added to other requests unless it is declared absent. */
export default [
  {
    id: 'dated-tool',
    operation: 'messages.create',
    value: asks([says('user', 'Name a color of the rainbow.')], { tools: [{ type: 'bash_20241022', name: 'bash' }] }),
    capabilities: ['dated-tools'],
  },
] as const satisfies readonly Declarable[]
