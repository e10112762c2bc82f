import { readdirSync, readFileSync } from 'node:fs'

/** How many lines of the corpus a requirement has, by the verdict they deserve. */
export type CorpusTally = Readonly<Record<'pass' | 'fail' | 'inapplicable' | 'inconclusive', number>>

interface Line {
  readonly requirement: string
  readonly verdict: keyof CorpusTally
}

const none: CorpusTally = { pass: 0, fail: 0, inapplicable: 0, inconclusive: 0 }

/** Counts the lines of a corpus (`fixtures/corpus/README.md`) by requirement. The URL is its folder's, with a slash. */
export function tallyCorpus(folder: URL): ReadonlyMap<string, CorpusTally> {
  const tallies = new Map<string, CorpusTally>()
  for (const { requirement, verdict } of linesIn(folder)) {
    const so = tallies.get(requirement) ?? none
    tallies.set(requirement, { ...so, [verdict]: so[verdict] + 1 })
  }
  return tallies
}

function linesIn(folder: URL): readonly Line[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return files
    .filter((name) => name.endsWith('.json') && !name.endsWith('bases.json'))
    .flatMap((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Line[])
}
