/** A deliberate defect of the reference server, as far as the traceability pages need it. */
export interface DetectingFault {
  readonly id: string
  readonly breaks: readonly string[]
  /** Set if the fault is not written by hand. */
  readonly derivedFrom?: 'rule' | 'shape'
}

/**
 * Returns the faults that a requirement detects. Handwritten faults come before derived ones, and those with fewer
 * requirements come first.
 */
export function faultsDetectedBy(requirement: string, faults: Iterable<DetectingFault>): readonly DetectingFault[] {
  const found = [...faults].filter(({ breaks }) => breaks.includes(requirement))
  return found.sort(
    (one, other) => Number(isDerived(one)) - Number(isDerived(other)) || one.breaks.length - other.breaks.length,
  )
}

function isDerived({ derivedFrom }: DetectingFault): boolean {
  return derivedFrom !== undefined
}
