import type { RequirementResult } from '../../conformance/model/report.ts'
import { type Result, resultsOf } from '../result.ts'
import { type Kind, kindsOf } from './alike.ts'
import { findingAnchorOf } from './anchor.ts'
import { pageOrder } from './page-order.ts'

/** One kind of finding of a card; kinds are counted over all operations of the requirement, from 1. */
export interface NumberedKind {
  readonly kind: Kind
  readonly number: number
  readonly anchor: string
  /** Whether its evidence is shown; of many kinds there are a few samples. */
  readonly isSample: boolean
}

/** So many kinds of findings of a result are shown with their evidence. */
const samples = 3

/** What a card says about one operation. */
export interface CardPart {
  readonly result: Result
  readonly kinds: readonly NumberedKind[]
}

/** A requirement by operation, the worst first. */
export function cardParts(requirement: RequirementResult): readonly CardPart[] {
  const results = [...resultsOf(requirement)].sort(
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
