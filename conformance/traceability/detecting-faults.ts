/** A deliberate defect of the reference server, as far as the traceability pages need to know it. */
export interface DetectingFault {
  readonly id: string
  readonly breaks: readonly string[]
}

/** Whether a fault is one of the families: made from the requirement, rather than thought of by itself. */
export function isOfFamily({ id }: DetectingFault): boolean {
  return /^(overlook|refuse):/.test(id)
}

/** The faults that a requirement catches: those with a name of their own before the families, the narrowest first. */
export function faultsDetectedBy(requirement: string, faults: Iterable<DetectingFault>): readonly DetectingFault[] {
  const found = [...faults].filter(({ breaks }) => breaks.includes(requirement))
  return found.sort(
    (one, other) => Number(isOfFamily(one)) - Number(isOfFamily(other)) || one.breaks.length - other.breaks.length,
  )
}
