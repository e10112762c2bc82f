/** A deliberate defect of the reference server, as far as the traceability pages need it. */
export interface DetectingFault {
  readonly id: string
  readonly breaks: readonly string[]
}

/** Returns whether a fault belongs to a family, which is made from requirements and not written by hand. */
export function isOfFamily({ id }: DetectingFault): boolean {
  return /^(overlook|refuse):/.test(id)
}

/**
 * Returns the faults that a requirement detects. Handwritten faults come before families, and those with fewer
 * requirements come first.
 */
export function faultsDetectedBy(requirement: string, faults: Iterable<DetectingFault>): readonly DetectingFault[] {
  const found = [...faults].filter(({ breaks }) => breaks.includes(requirement))
  return found.sort(
    (one, other) => Number(isOfFamily(one)) - Number(isOfFamily(other)) || one.breaks.length - other.breaks.length,
  )
}
