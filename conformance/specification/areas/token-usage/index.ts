import { keyLabels } from '../../../core/model/credential.ts'
import type { Template } from '../../../core/model/operation.ts'
import type { Probe } from '../../../core/model/plan.ts'
import type { AreaSuite } from '../../../core/model/suite.ts'
import { keys } from '../features.ts'
import { credentialProbes } from '../rejection-probes.ts'
import { asking, token } from './operations.ts'
import { tokenUsageRequirements } from './requirements/index.ts'

const templates = [
  { id: 'plain', operation: 'usage.token', value: {}, smoke: true },
] as const satisfies readonly Template[]

/** Probes with other credentials, because this operation has no other input. */
const probes: readonly Probe[] = [
  ...credentialProbes({
    plain: [[token, {}]],
    credentials: ['missing', 'not-bearer', 'Basic', 'Token', 'invalid', 'invalid-counterpart'],
    id: () => 'usage.credentials',
    purpose: 'Only a known token, sent as Bearer, gets its quota.',
    aims: () => [
      'usage.missing-credential-status',
      'usage.missing-credential-message',
      'usage.not-bearer-status',
      'usage.not-bearer-message',
      'usage.unknown-token-body',
    ],
  }),
  {
    id: 'usage.sk-prefix',
    operation: 'usage.token',
    purpose: 'A key means the same with and without its `sk-` prefix.',
    aims: ['usage.sk-prefix-accepted', 'usage.sk-prefix-same-data'],
    profile: 'smoke',
    requests: 4,
    cost: { calls: 0, images: 0 },
    isAlone: true,
    *steps() {
      yield [asking(`Bearer ${keyLabels.valid}`)]
      // Each form twice in a row, to show whether the total changed in the meantime, or differs between two replicas.
      yield [asking(`Bearer ${keyLabels.validCounterpart}`)]
      yield [asking(`Bearer ${keyLabels.validCounterpart}`)]
      yield [asking(`Bearer ${keyLabels.valid}`)]
    },
  },
]

/** The area of section 2.5: the quota of a token. */
export default {
  area: 'token-usage',
  operations: [token],
  requirements: tokenUsageRequirements,
  templates,
  probes,
  features: [keys],
} as const satisfies AreaSuite
