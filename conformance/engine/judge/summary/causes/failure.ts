import type { Finding } from '../../../../core/model/finding.ts'
import type { RequirementResult, ResultName } from '../../../../core/model/report.ts'
import { resultKey } from '../../../../core/model/requirement.ts'
import { endpoints } from '../../../../core/model/vocabulary.ts'
import type { ExchangeFact } from '../../exchange-fact.ts'
import type { Ruling } from '../../ruling.ts'

/** A violation, and the facts about its exchange. */
export interface ShownViolation {
  readonly finding: Finding & { readonly exchange: string }
  readonly fact: ExchangeFact | undefined
}

/** The parts of a signature, which tells causes apart. */
interface SignatureParts {
  readonly kind: string
  readonly of?: string
  readonly also?: string
}

/** A failed result with its violations, in order of exchange. */
export interface Failure {
  readonly name: ResultName
  readonly ruling: Ruling
  readonly isStated: boolean
  readonly shown: readonly ShownViolation[]
  /** The signature by which it is grouped. If it is set, `shown` has only the violations with this signature. */
  readonly signature?: SignatureParts
}

/** Returns the failed results in a fixed order, whatever the order of the rulings. */
export function failuresOf(
  rulings: readonly Ruling[],
  results: readonly RequirementResult[],
  facts: ReadonlyMap<string, ExchangeFact>,
): readonly Failure[] {
  const failed = new Set(results.flatMap(({ id, operations }) => operations.filter(isFailed).map(keyOf(id))))
  return rulings
    .filter(({ requirement, operation }) => failed.has(resultKey(requirement.id, operation)))
    .map((ruling) => ({
      name: { requirement: ruling.requirement.id, operation: ruling.operation },
      ruling,
      isStated: ruling.requirement.level === 'stated',
      shown: shownBy(ruling, facts),
    }))
    .sort((one, other) => byName(one.name, other.name))
}

/** Returns whether a result failed. Warnings count, so that a known failure is one in strict runs and in others. */
export function isFailed({ verdict }: { readonly verdict: string }): boolean {
  return verdict === 'fail' || verdict === 'warn'
}

function keyOf(id: string): (result: Pick<ResultName, 'operation'>) => string {
  return ({ operation }) => resultKey(id, operation)
}

function shownBy({ findings }: Ruling, facts: ReadonlyMap<string, ExchangeFact>): readonly ShownViolation[] {
  return findings
    .filter(({ doubt }) => doubt !== true)
    .map((finding) => ({ finding, fact: facts.get(finding.exchange) }))
    .sort((one, other) => byText(textOf(one), textOf(other)))
}

function textOf({ finding }: ShownViolation): string {
  return `${finding.exchange} ${finding.message}`
}

/** Compares names: by operation in the order of the report, then by id. */
export function byName(one: ResultName, other: ResultName): number {
  return (
    endpoints.indexOf(one.operation) - endpoints.indexOf(other.operation) || byText(one.requirement, other.requirement)
  )
}

/** Compares texts independently of the locale. */
export function byText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}

/** Returns the part of an operation's id before its dot. */
export function areaOfFailure({ name }: Failure): string {
  return name.operation.split('.')[0] ?? name.operation
}

/**
 * Returns the simplest violation: of the plain request, or else of the request with the fewest violations, then without
 * a null, then the smallest.
 */
export function simplest({ shown }: Pick<Failure, 'shown'>): ShownViolation | undefined {
  return shown.toSorted(
    (one, other) =>
      complexity(one) - complexity(other) ||
      Number(one.fact?.hasNull ?? false) - Number(other.fact?.hasNull ?? false) ||
      requestSizeOf(one) - requestSizeOf(other),
  )[0]
}

function complexity({ fact }: ShownViolation): number {
  if (fact === undefined) return Number.MAX_SAFE_INTEGER
  return fact.isPlain ? -1 : fact.broken.length
}

/** Returns the length of the body of a violation's request. */
export function requestSizeOf(shown: ShownViolation | undefined): number {
  return shown?.fact?.requestBytes ?? 0
}
