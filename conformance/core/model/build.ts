import type { Validation, Violation } from '../../../schemas/index.ts'
import type { Finding, Place } from './finding.ts'
import type { Observation } from './observation.ts'
import type {
  AcceptanceRequirement,
  ExchangeRequirement,
  RejectionRequirement,
  Sentence,
  TranscriptRequirement,
} from './requirement.ts'

type Optional<T, Keys extends keyof T> = Omit<T, Keys> & Partial<Pick<T, Keys>>

/** Returns a requirement on one exchange with its own check. */
export function requirement<const Id extends string>(
  spec: Omit<ExchangeRequirement<Id>, 'kind'> & Required<Pick<ExchangeRequirement, 'appliesTo'>>,
): ExchangeRequirement<Id> {
  return { kind: 'exchange', ...spec }
}

/** Returns a requirement on all exchanges of a run. */
export function acrossExchanges<const Id extends string, Fact>(
  spec: Omit<TranscriptRequirement<Id, Fact>, 'kind'>,
): TranscriptRequirement<Id, Fact> {
  return { kind: 'transcript', ...spec }
}

/** Returns a requirement of the form "A request that uses this feature is accepted". */
export function accepts<const Id extends string>(
  spec: Optional<Omit<AcceptanceRequirement<Id>, 'kind'>, 'dimension' | 'level' | 'needs' | 'speaksOf'>,
): AcceptanceRequirement<Id> {
  return {
    kind: 'acceptance',
    dimension: 'status',
    level: 'stated',
    needs: ['request-body', 'response-body'],
    speaksOf: 'use',
    ...spec,
  }
}

/** Returns a requirement of the form "A request that violates this rule is rejected". */
export function rejects<const Id extends string>(
  spec: Optional<Omit<RejectionRequirement<Id>, 'kind'>, 'dimension' | 'needs'>,
): RejectionRequirement<Id> {
  return { kind: 'rejection', dimension: 'status', needs: ['request-body'], ...spec }
}

/**
 * Returns a requirement of the form "The reply has this shape". Its findings are the schema's violations with this id.
 */
export function shape<const Id extends string>(
  spec: Optional<Sentence<Id>, 'dimension' | 'level' | 'needs'>,
): ExchangeRequirement<Id> {
  return {
    kind: 'exchange',
    dimension: 'field',
    level: 'stated',
    needs: ['response-body'],
    ...spec,
    check: (seen) => (isWellShaped(seen) ? [] : shapeFindings(seen, spec.id)),
  }
}

/**
 * Returns whether there is no violation at all. This shortcut saves the search, since nearly every message has none.
 */
function isWellShaped({ reply, events }: Observation): boolean {
  return reply.violations.length === 0 && events.every(({ violations }) => violations.length === 0)
}

function* shapeFindings(seen: Observation, id: string): Generator<Finding> {
  yield* findingsOf(seen.reply, id, (pointer) => ({ in: 'body', pointer }))
  for (const [index, validation] of seen.events.entries()) {
    yield* findingsOf(validation, id, (pointer) => ({ in: 'event', index, pointer }))
  }
}

function* findingsOf(validation: Validation, id: string, place: (pointer: string) => Place): Generator<Finding> {
  for (const violation of validation.violations) {
    if (violation.requirement === id) yield asFinding(violation, place(violation.pointer))
  }
}

function asFinding({ message, expected, actual }: Violation, at: Place): Finding {
  return { message, at, expected, actual }
}
