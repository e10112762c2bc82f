import type { SelftestDocument } from './document.ts'

/** What the project says of its own selftest; `docs/selftest-score.json`. Holds no date, so the same score is the same file. */
export interface PublishedScore {
  readonly formatVersion: 1
  readonly digests: SelftestDocument['digests']
  readonly profile: string
  readonly seeds: readonly number[]
  readonly faults: { readonly tested: number; readonly exact: number }
  readonly requirements: { readonly total: number; readonly killed: number; readonly unkilled: readonly string[] }
  readonly variants: { readonly tested: number; readonly unaccused: number }
  /** The same for faults that show in one of so many requests they can break, where that was measured. */
  readonly sometimes?: {
    readonly every: number
    readonly seeds: readonly number[]
    readonly tested: number
    readonly found: number
    /** Faults that had too few requests to break. */
    readonly unprovoked: number
  }
}

/** The score of a whole selftest, and of one with faults now and then. Throws where a part was left out. */
export function publishedScore(always: SelftestDocument, sometimes?: SelftestDocument): PublishedScore {
  for (const document of [always, ...(sometimes === undefined ? [] : [sometimes])]) assertWhole(document)
  if (always.every !== undefined) throw new Error('the first selftest is to be one whose faults always show')
  const { digests, profile, seeds, score } = always
  const { faults, requirements, variants } = score
  return {
    formatVersion: 1,
    ...{ digests, profile, seeds },
    faults: { tested: faults.tested, exact: faults.exact },
    requirements,
    variants: { tested: variants.tested, unaccused: variants.unaccused },
    ...(sometimes === undefined ? {} : { sometimes: sometimesOf(sometimes) }),
  }
}

function assertWhole({ limits, planned, trials }: SelftestDocument): void {
  if (limits.length > 0) throw new Error(`a selftest of a part is no score: ${limits.join(', ')}`)
  if (trials.length < planned) throw new Error(`only ${trials.length} of ${planned} trials were done: that is no score`)
}

function sometimesOf({ every, seeds, score: { faults } }: SelftestDocument): NonNullable<PublishedScore['sometimes']> {
  if (every === undefined) throw new Error('the second selftest is to be one whose faults show now and then (--every)')
  return { every, seeds, tested: faults.tested, found: faults.exact, unprovoked: faults.unprovoked.length }
}

/** The score as the README states it. */
export function scoreInMarkdown({ faults, requirements, variants, ...score }: PublishedScore): string {
  const { profile, seeds, sometimes } = score
  return [
    '## How well it tells right from wrong',
    '',
    '`npx mgi selftest` runs the suite against every deliberate fault of its reference server, and against servers that keep',
    `the document in unusual ways (profile ${profile}, ${seedsInWords(seeds)}):`,
    '',
    `- ${faults.exact} of ${faults.tested} faults are caught, each by exactly the requirements that it breaks;`,
    `- ${requirements.killed} of ${requirements.total} requirements are broken by such a fault${unkilledIn(requirements)};`,
    ...(sometimes === undefined ? [] : sometimesInMarkdown(sometimes)),
    `- ${variants.unaccused} of ${variants.tested} conforming servers are not accused of anything.`,
    '',
  ].join('\n')
}

function unkilledIn({ unkilled }: PublishedScore['requirements']): string {
  return unkilled.length === 0 ? '' : ` (not ${unkilled.map((id) => `\`${id}\``).join(', ')})`
}

function sometimesInMarkdown({ every, seeds, tested, found, unprovoked }: NonNullable<PublishedScore['sometimes']>) {
  return [
    `- ${found} of ${tested} faults that show in one of ${every} requests they can break are found in at least 9 of 10 runs`,
    `  (${seedsInWords(seeds)}; not counted: ${unprovoked} with fewer than ${every} such requests);`,
  ]
}

function seedsInWords(seeds: readonly number[]): string {
  const [first, last] = [seeds[0], seeds.at(-1)]
  return seeds.length === 1 ? `seed ${first}` : `seeds ${first} to ${last}`
}

const marks = ['<!-- selftest-score: written by npm run selftest:score -->\n', '<!-- /selftest-score -->'] as const

/** What stands between the marks of a text; throws where they are missing. */
export function markedIn(text: string): string {
  const [begin, end] = placesOf(text)
  return text.slice(begin, end)
}

/** The text with something else between its marks. */
export function withMarked(text: string, inside: string): string {
  const [begin, end] = placesOf(text)
  return text.slice(0, begin) + inside + text.slice(end)
}

function placesOf(text: string): readonly [begin: number, end: number] {
  const begin = text.indexOf(marks[0])
  const end = text.indexOf(marks[1])
  if (begin < 0 || end < begin) throw new Error(`the marks ${marks.join('… ')} are missing`)
  return [begin + marks[0].length, end]
}
