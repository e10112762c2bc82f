import type { LocatedFinding, Ruling } from '../ruling.ts'

/** The most findings of one requirement whose exchanges are shown in full. */
const findingsShown = 3

/**
 * The ids of the exchanges that a report shows: for each requirement those of its first findings that differ in message
 * or place, and the smaller ones that requests were shrunk to.
 */
export function exchangesToShow(rulings: readonly Ruling[], shrunk: ReadonlyMap<string, string>): readonly string[] {
  const shown = rulings.flatMap(({ requirement, findings }) => {
    const smaller = (finding: LocatedFinding) => shrunk.get(`${requirement.id} ${finding.exchange}`)
    const first = differing(findings).slice(0, findingsShown)
    const shrunken = findings.find((finding) => smaller(finding) !== undefined)
    const chosen = shrunken === undefined ? first : [...first, shrunken]
    return chosen.flatMap((finding) => [finding.exchange, smaller(finding) ?? finding.exchange])
  })
  return [...new Set(shown)].sort()
}

/** The exchanges on which requirements passed, an example of each; first those that show it for most requirements. */
export function examplesOf(rulings: readonly Ruling[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const { verdict, example } of rulings)
    if (verdict === 'pass' && example !== undefined) counts.set(example, (counts.get(example) ?? 0) + 1)
  return [...counts].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1)).map(([id]) => id)
}

/** The first finding of each kind: one says what all of them say. */
function differing(findings: readonly LocatedFinding[]): readonly LocatedFinding[] {
  const kinds = new Map<string, LocatedFinding>()
  for (const finding of findings) {
    const kind = JSON.stringify([finding.message, finding.at])
    if (!kinds.has(kind)) kinds.set(kind, finding)
  }
  return [...kinds.values()]
}
