import type { HeaderLine, RecordedRequest } from '../../../../core/model/exchange.ts'
import type { Probe } from '../../../../core/model/plan.ts'
import { createMessage } from '../operations.ts'
import { asks, messageTurn } from '../request-values.ts'

/** Makes a probe that names the configured beta features in a list and in a repeated header (interpretation M6). */
export function betaProbe(betas: readonly string[]): Probe {
  return {
    id: 'messages.betas',
    operation: 'messages.create',
    purpose: 'the configured beta features, as a list and as a repeated header',
    profile: 'standard',
    aims: ['messages.beta-forms-agree'],
    requests: 2,
    cost: { calls: 2, images: 0 },
    *steps() {
      const plain = createMessage.write(asks([messageTurn('user', 'Name a color of the rainbow.')]))
      yield [asking(plain, [betas.join(',')]), asking(plain, betas)]
    },
  }
}

function asking(request: RecordedRequest, values: readonly string[]): RecordedRequest {
  const lines = values.map((value): HeaderLine => ['provider-beta', value])
  return { ...request, headers: [...request.headers, ...lines] }
}
