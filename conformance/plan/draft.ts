import type { Case, Origin } from '../model/plan.ts'
import type { Proved, Subject } from './subject.ts'
import type { Broken } from './violations.ts'

/** Where a case of a plan comes from: the plain request, chance, or one violation. */
export type Kind = 'plain' | 'drawn' | 'violation'

/** A case that may become part of the plan. */
export interface Draft {
  readonly planned: Case
  readonly kind: Kind
  /** For a violation: the id of its control request, the same request without the violation. */
  readonly control?: string
}

/** The draft of a request that has to be accepted. */
export function acceptable(subject: Subject, id: string, origin: Origin, purpose: string, proved: Proved): Case {
  const { operation } = subject
  const { request, value } = proved
  return {
    ...{ id, operation: operation.id, origin, purpose, request },
    ...{ cost: operation.cost(value), aims: aimsOf(subject, proved) },
  }
}

/** A request that has to be rejected. Costs nothing: nobody bills a rejection. */
export function rejectable(subject: Subject, id: string, origin: Origin, broken: Broken, control: string): Case {
  const { requirement, pointer, keyword, request } = broken
  const purpose = `breaks ${keyword} at ${pointer || 'the root'}, otherwise as ${control}`
  const cost = { calls: 0, images: 0 }
  return { id, operation: subject.operation.id, origin, purpose, request, cost, aims: [requirement] }
}

/** The acceptance requirements a request speaks to: what it makes use of, or that it uses nothing, or several things. */
function aimsOf({ requirements }: Subject, { uses }: Proved): readonly string[] {
  const speaking = [...requirements.values()].filter((one) => one.kind === 'acceptance')
  const kind = uses.length === 0 ? 'plain' : uses.length > 1 ? 'combination' : undefined
  return [...uses, ...speaking.filter(({ speaksOf }) => speaksOf === kind).map(({ id }) => id)]
}

/** A number with leading zeros, so that ids sort as they are counted. */
export function numbered(count: number): string {
  return String(count).padStart(2, '0')
}
