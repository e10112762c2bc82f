import type { RequestValue } from '../../../model/operation.ts'
import type { Probe } from '../../../model/plan.ts'
import { generateContent } from '../operations.ts'

/** A probe that sends one request to generate content and aims at what its answer shows. */
export function oneRequest(name: string, purpose: string, value: RequestValue, aims: readonly string[]): Probe {
  return {
    id: `${generateContent.id}.${name}`,
    operation: generateContent.id,
    purpose,
    profile: 'standard',
    aims,
    requests: 1,
    cost: generateContent.cost(value),
    *steps() {
      yield [generateContent.write(value)]
    },
  }
}
