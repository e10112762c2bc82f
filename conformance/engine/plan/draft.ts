import type { Operation } from '../../core/model/operation.ts'
import type { Case, Probe } from '../../core/model/plan.ts'
import type { AcceptanceRequirement, Requirement } from '../../core/model/requirement.ts'
import type { Profile } from '../../core/model/vocabulary.ts'
import { purposeOf, type Why } from '../../core/model/why.ts'
import { plainlyWritten } from '../../core/wire/json-spelling.ts'
import type { Proved, Subject } from './subject.ts'
import type { SingleViolationRequest } from './violations.ts'

/** The origin of a case: the plain request, a random draw, or a single violation. */
export type Kind = 'plain' | 'drawn' | 'violation'

/** A case that may become part of the plan. */
export interface Draft {
  readonly planned: Case
  readonly kind: Kind
  /** For a violation: the id of its control request, the same request without the violation. */
  readonly control?: string
}

/** A plan before it is final. */
export interface Scope {
  readonly operations: readonly Operation[]
  /** The requirements on these operations whose capability is not declared absent. */
  readonly requirements: readonly Requirement[]
  readonly profile: Profile
  readonly drafts: readonly Draft[]
  readonly probes: readonly Probe[]
}

/** Returns the case of a request that should be accepted. */
export function acceptable(subject: Subject, id: string, why: Why, proved: Proved): Case {
  const { operation } = subject
  const { request, value } = proved
  const isRespelled = plainlyWritten(request.body) !== undefined
  return {
    id,
    operation: operation.id,
    why,
    purpose: purposeOf(why) ?? '',
    request,
    cost: operation.cost(value),
    aims: aimsOf(subject, proved, isRespelled),
  }
}

/** Returns the case of a request that should be rejected. Its cost is 0, since a rejection is not billed. */
export function rejectable(subject: Subject, id: string, broken: SingleViolationRequest, control: string): Case {
  const { requirement, pointer, keyword, request } = broken
  const why = { kind: 'violation', requirement, keyword, pointer, control } as const
  const purpose = purposeOf(why) ?? ''
  const cost = { calls: 0, images: 0 }
  return { id, operation: subject.operation.id, why, purpose, request, cost, aims: [requirement] }
}

/**
 * Returns the acceptance requirements that a request tests: those of its features, the ones for the plain request or
 * for combinations, and the one for unusual spelling.
 */
function aimsOf({ requirements }: Subject, { uses }: Proved, isRespelled: boolean): readonly string[] {
  const speaking = [...requirements.values()].filter((one) => one.kind === 'acceptance')
  const kind = uses.length === 0 ? 'plain' : uses.length > 1 ? 'combination' : undefined
  const isAimed = ({ speaksOf }: AcceptanceRequirement) => speaksOf === kind || (speaksOf === 'spelling' && isRespelled)
  return [...uses, ...speaking.filter(isAimed).map(({ id }) => id)]
}

/** Returns a number with at least two digits. */
export function numbered(count: number): string {
  return String(count).padStart(2, '0')
}
