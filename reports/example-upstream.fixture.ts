import type { Cause, FeatureResult, RequirementResult } from '../conformance/core/model/report.ts'
import type { UpstreamSummary } from '../conformance/core/model/upstream.ts'
import { result } from './example-result.fixture.ts'

export const exampleUpstream: UpstreamSummary = {
  verdict: 'unfaithful',
  reason: '1 of 4 results failed: upstream.errors-mapped',
  sent: 87,
  arrived: 85,
  limits: ['not looked for: body/model (gateways call models by names of their own (G14))'],
}

const behind = { behind: true, section: 'upstream', interpretation: 'U1' } as const

/** One result of each outcome behind a gateway. */
export const exampleBehind: readonly RequirementResult[] = [
  result({
    ...behind,
    id: 'upstream.parts-without-member',
    statement: 'Each part of a request arrives, also where the upstream’s format has no member for it.',
    level: 'unspecified',
    verdict: 'observed',
    findings: [
      { message: 'top_k did not arrive: the format chat has no such member', exchange: 'messages.create/settings' },
    ],
  }),
  result({ ...behind, id: 'upstream.counts', statement: 'The token counts of a reply are those of the upstream.' }),
  result({
    ...behind,
    id: 'upstream.errors-mapped',
    endpoint: 'messages.stream',
    statement: 'A failure of the upstream becomes an error of section 7 of the same class, never a success.',
    verdict: 'fail',
    findings: [
      {
        message: 'the upstream answered 429, and the client got a success',
        exchange: 'messages.stream/error-429',
        expected: 'status 429',
        actual: 'status 200',
        replay: 'npx mgi run http://127.0.0.1:8080 --upstream 9100 --replay messages.stream/error-429',
      },
    ],
  }),
  result({
    ...behind,
    id: 'upstream.isolation',
    endpoint: 'messages.stream',
    statement: 'Each of many streams at once has the reply to its own request, and nothing of another.',
    verdict: 'inconclusive',
    findings: [{ message: 'the client got status 500', exchange: 'messages.stream/8-at-once-1' }],
  }),
]

/** The cause of the failure behind the gateway, and a feature that it breaks. */
export const causeBehind: Cause = {
  id: 'upstream-errors-messages',
  title: 'Behind the gateway: a failure of the upstream becomes a success',
  requirements: [{ requirement: 'upstream.errors-mapped', operation: 'messages.stream' }],
  blocks: [],
}
export const featuresBehind: readonly FeatureResult[] = [
  {
    id: 'streaming',
    name: 'Streaming',
    area: 'messages',
    state: 'broken',
    tested: 4,
    failed: 1,
    warned: 0,
    causes: ['upstream-errors-messages'],
  },
]
