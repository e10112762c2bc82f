import type { RecordedRequest } from '../model/exchange.ts'
import type { Operation, RequestValue, Template } from '../model/operation.ts'
import type { Plan, Probe } from '../model/plan.ts'
import type { Catalogue } from '../model/suite.ts'
import type { Endpoint } from '../model/vocabulary.ts'

/**
 * The plan with what a run sends only where the vendor names beta features and a voice, in names that the reference
 * server takes: without them two requirements are never put to the test.
 */
export function withConfigured(plan: Plan, catalogue: Catalogue): Plan {
  const more = recipes.flatMap((recipe) => probesFor(recipe, catalogue))
  return {
    ...plan,
    probes: [...plan.probes, ...more],
    aims: new Set([...plan.aims, ...more.flatMap(({ aims }) => aims)]),
    requests: plan.requests + more.reduce((sum, { requests }) => sum + requests, 0),
  }
}

function probesFor({ write, ...recipe }: Recipe, { operations, templates }: Catalogue): readonly Probe[] {
  const operation = operations.find(({ id }) => id === recipe.operation)
  const plain = templates.find((one) => one.operation === recipe.operation)
  if (operation === undefined || plain === undefined) return []
  const requests = write(operation, plain)
  return [{ ...recipe, requests: requests.length, profile: 'smoke', cost: nothing, steps: once(requests) }]
}

interface Recipe extends Pick<Probe, 'id' | 'purpose' | 'aims'> {
  readonly operation: Endpoint
  readonly write: (operation: Operation, template: Template) => readonly RecordedRequest[]
}

const nothing = { calls: 0, images: 0 }

const recipes: readonly Recipe[] = [
  {
    id: 'messages.create.configured-beta',
    operation: 'messages.create',
    purpose: 'two beta features, as a list and as a repeated header',
    aims: ['messages.beta-forms-agree'],
    write: ({ write }, { value }) => {
      const plain = write(value)
      const beta = (features: string) => ['provider-beta', features] as const
      return [
        { ...plain, headers: [...plain.headers, beta('first-feature,second-feature')] },
        { ...plain, headers: [...plain.headers, beta('first-feature'), beta('second-feature')] },
      ]
    },
  },
  {
    id: 'content.generate.configured-voice',
    operation: 'content.generate',
    purpose: 'a language that no voice speaks',
    aims: ['content.language-code-unsupported-refused'],
    write: ({ write }, { value }) => [write(withMember(value, { speechConfig: { languageCode: 'no-such-value' } }))],
  },
]

function withMember({ body, ...rest }: RequestValue, generationConfig: object): RequestValue {
  return { ...rest, body: { ...(body as object), generationConfig } }
}

function once(requests: readonly RecordedRequest[]): Probe['steps'] {
  return function* () {
    yield requests
  }
}
