import type { ReportedFinding, RequirementResult } from '../../conformance/core/model/report.ts'
import { type Result, resultsOfRequirement } from '../result.ts'
import { receivedText } from '../value.ts'
import { findingAnchorOf } from './anchor.ts'
import { pageOrder } from './page-order.ts'

/** A kind of finding with its number on the card. Numbers run over all operations, from 1. */
export interface NumberedKind {
  readonly kind: FindingKind
  readonly number: number
  readonly anchor: string
  /** True if the evidence is shown. If there are many kinds, only the first have evidence. */
  readonly isSample: boolean
}

/** The maximum number of kinds of findings of a result that are shown with evidence. */
const samples = 3

/** The part of a card about one operation. */
export interface CardPart {
  readonly result: Result
  readonly kinds: readonly NumberedKind[]
}

/** Returns the parts of a requirement's card, the worst outcome first. */
export function cardParts(requirement: RequirementResult): readonly CardPart[] {
  const results = [...resultsOfRequirement(requirement)].sort(
    (one, other) => pageOrder.indexOf(one.verdict) - pageOrder.indexOf(other.verdict),
  )
  let number = 0
  return results.map((result) => ({
    result,
    kinds: kindsOf(result.findings).map((kind, index) => {
      number += 1
      return { kind, number, anchor: findingAnchorOf(requirement.id, number), isSample: index < samples }
    }),
  }))
}

/** Findings of one requirement with the same message and place, the simplest first. */
export interface FindingKind {
  readonly first: ReportedFinding
  readonly findings: readonly ReportedFinding[]
}

/** Groups findings by message and place. */
export function kindsOf(findings: readonly ReportedFinding[]): readonly FindingKind[] {
  const kinds = new Map<string, ReportedFinding[]>()
  for (const finding of findings) {
    const name = nameOf(finding)
    const known = kinds.get(name)
    if (known === undefined) kinds.set(name, [finding])
    else known.push(finding)
  }
  return [...kinds.values()].map((alike) => ({ first: alike[0]!, findings: alike }))
}

/**
 * Identifies a kind of finding. Ignores the index of the event, because streams of different lengths can violate the
 * order in the same way.
 */
function nameOf({ message, path, departure, actual }: ReportedFinding): string {
  return JSON.stringify(
    departure === undefined ? [message, path] : [departure.state, departure.permitted, receivedText(actual)],
  )
}
