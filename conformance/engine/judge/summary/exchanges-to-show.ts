import type { LocatedFinding, Ruling } from '../ruling.ts'

/** The most findings of one requirement whose exchanges are shown in full. */
const findingsShown = 3

/**
 * Returns the ids of the exchanges that a report shows: for each requirement the first findings that differ in message
 * or place, the minimised requests, and the closest request that passes.
 */
export function exchangesToShow(rulings: readonly Ruling[], shrunk: ReadonlyMap<string, string>): readonly string[] {
  const shown = rulings.flatMap(({ requirement, findings, shared }) => {
    const smaller = (finding: LocatedFinding) => shrunk.get(`${requirement.id} ${finding.exchange}`)
    const first = differing(findings).slice(0, findingsShown)
    const shrunken = findings.find((finding) => smaller(finding) !== undefined)
    const chosen = shrunken === undefined ? first : [...first, shrunken]
    const closest = shared === undefined ? [] : [shared.closest]
    return [...chosen.flatMap((finding) => [finding.exchange, smaller(finding) ?? finding.exchange]), ...closest]
  })
  return [...new Set(shown)].sort()
}

/** Returns one passing exchange for each requirement, those that serve the most requirements first. */
export function examplesOf(rulings: readonly Ruling[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const { verdict, example } of rulings)
    if (verdict === 'pass' && example !== undefined) counts.set(example, (counts.get(example) ?? 0) + 1)
  return [...counts].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1)).map(([id]) => id)
}

/** Returns the first of the findings that have the same message and place. */
function differing(findings: readonly LocatedFinding[]): readonly LocatedFinding[] {
  const kinds = new Map<string, LocatedFinding>()
  for (const finding of findings) {
    const kind = JSON.stringify([finding.message, finding.at])
    if (!kinds.has(kind)) kinds.set(kind, finding)
  }
  return [...kinds.values()]
}
