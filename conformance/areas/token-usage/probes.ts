import { keyLabels } from '../../model/credential.ts'
import type { Probe } from '../../model/plan.ts'
import { onKeptConnection } from '../kept-connection.ts'
import { asking, token } from './operations.ts'

const about = { operation: 'usage.token', profile: 'smoke', cost: { calls: 0, images: 0 } } as const
const basic = `Basic ${Buffer.from('someone:something').toString('base64')}`

const credentials = {
  ...about,
  id: 'usage.credentials',
  purpose: 'Only a known token, sent as Bearer, gets its quota.',
  aims: [
    'usage.missing-credential-status',
    'usage.missing-credential-message',
    'usage.not-bearer-status',
    'usage.not-bearer-message',
    'usage.unknown-token-body',
  ],
  requests: 3,
  *steps() {
    yield [asking(undefined), asking(basic), asking(`Bearer ${keyLabels.invalid}`)]
  },
} satisfies Probe

/** Requests with other credentials. This operation has no other input. */
export const probes: readonly Probe[] = [
  credentials,
  onKeptConnection(token, asking(`Bearer ${keyLabels.valid}`), [credentials]),
  {
    ...about,
    id: 'usage.sk-prefix',
    purpose: 'A key means the same with and without its `sk-` prefix.',
    aims: ['usage.sk-prefix-accepted', 'usage.sk-prefix-same-data'],
    requests: 3,
    *steps() {
      yield [asking(`Bearer ${keyLabels.valid}`)]
      yield [asking(`Bearer ${keyLabels.validCounterpart}`)]
      // Asks again, which shows whether the totals changed meanwhile.
      yield [asking(`Bearer ${keyLabels.valid}`)]
    },
  },
]
