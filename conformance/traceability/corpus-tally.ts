import type { WrittenLine } from './corpus.ts'

/** The number of corpus lines of a requirement, by their expected verdict. */
export type CorpusTally = Readonly<Record<WrittenLine['verdict'], number>>

const none: CorpusTally = { pass: 0, fail: 0, inapplicable: 0, inconclusive: 0 }

/** Counts the lines of a corpus by requirement. */
export function tallyCorpus(
  lines: readonly Pick<WrittenLine, 'requirement' | 'verdict'>[],
): ReadonlyMap<string, CorpusTally> {
  const tallies = new Map<string, CorpusTally>()
  for (const { requirement, verdict } of lines) {
    const so = tallies.get(requirement) ?? none
    tallies.set(requirement, { ...so, [verdict]: so[verdict] + 1 })
  }
  return tallies
}
