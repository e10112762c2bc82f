import { isDeepStrictEqual } from 'node:util'
import type { SelftestDocument } from './document.ts'
import type { KnownFailuresScore } from './known-failures-score.ts'
import { percent } from './together/score.ts'
import type { TriggerScore } from './trigger-score.ts'

/**
 * The published score of the selftest: `docs/selftest-score.json`. It has no date, so the same score is the same file.
 */
export interface PublishedScore {
  readonly formatVersion: 1
  readonly digests: SelftestDocument['digests']
  readonly profile: string
  readonly seeds: readonly number[]
  readonly faults: { readonly tested: number; readonly exact: number }
  readonly requirements: { readonly total: number; readonly killed: number; readonly unkilled: readonly string[] }
  /** The same for each requirement on each of its operations. */
  readonly results: { readonly total: number; readonly killed: number }
  readonly variants: { readonly tested: number; readonly unaccused: number }
  /** Faults limited to one of several operations that they show on, if it was measured. */
  readonly limited?: { readonly tested: number; readonly exact: number }
  /** Gateways with several faults at once, if it was measured. */
  readonly together?: { readonly seeds: readonly number[] } & NonNullable<SelftestDocument['together']>
  /** Faults that show under drawn triggers, by the class of the trigger, if it was measured. */
  readonly triggers?: { readonly seeds: readonly number[] } & Omit<TriggerScore, 'missed'>
  /** Faults written into a list of known failures, if it was measured. */
  readonly knownFailures?: { readonly seeds: readonly number[] } & KnownFailuresScore
}

/**
 * Combines the documents of selftests that measured different things, in any order. Parts that none of them measured
 * are kept from the score before, if that has the same catalogue and faults. Throws if a document covers only a part,
 * or two documents measured the same.
 */
export function publishedScore(documents: readonly SelftestDocument[], before?: PublishedScore): PublishedScore {
  for (const document of documents) assertWhole(document)
  const { single, limited, together, triggers, knownFailures } = byKind(documents)
  const kept = before !== undefined && isDeepStrictEqual(before.digests, documents[0]?.digests) ? before : undefined
  const basis = single === undefined ? kept : { ...kept, ...basisOf(single) }
  if (basis === undefined) throw new Error('one selftest must be of single faults')
  return {
    ...basis,
    ...(limited === undefined ? {} : { limited: limitedOf(limited) }),
    ...(together?.together === undefined ? {} : { together: { seeds: together.seeds, ...together.together } }),
    ...(triggers?.triggers === undefined ? {} : { triggers: triggersOf(triggers.seeds, triggers.triggers) }),
    ...(knownFailures?.knownFailures === undefined
      ? {}
      : { knownFailures: { seeds: knownFailures.seeds, ...knownFailures.knownFailures } }),
  }
}

function basisOf({ digests, profile, seeds, score }: SelftestDocument): PublishedScore {
  const { faults, requirements, results, variants } = score
  return {
    formatVersion: 1,
    ...{ digests, profile, seeds },
    faults: { tested: faults.tested, exact: faults.exact },
    requirements,
    results: { total: results.total, killed: results.killed },
    variants: { tested: variants.tested, unaccused: variants.unaccused },
  }
}

/**
 * Throws if a document covers only a part. Known failures are the exception: they are tested by a sample, since each
 * takes two whole runs.
 */
function assertWhole({ limits, planned, trials, knownFailures }: SelftestDocument): void {
  if (limits.length > 0 && knownFailures === undefined)
    throw new Error(`a selftest of a part is no score: ${limits.join(', ')}`)
  if (trials.length < planned) throw new Error(`only ${trials.length} of ${planned} trials were done: that is no score`)
}

type Kind = 'single' | 'limited' | 'together' | 'triggers' | 'knownFailures'

function byKind(documents: readonly SelftestDocument[]): Partial<Record<Kind, SelftestDocument>> {
  const known: Partial<Record<Kind, SelftestDocument>> = {}
  for (const document of documents) {
    const kind = kindOf(document)
    if (known[kind] !== undefined) throw new Error(`two selftests measured the same (${kind}): give one of them`)
    if (!isDeepStrictEqual(document.digests, documents[0]?.digests))
      throw new Error('the selftests are of different catalogues')
    known[kind] = document
  }
  return known
}

function kindOf({ on, together, triggers, knownFailures }: SelftestDocument): Kind {
  if (knownFailures !== undefined) return 'knownFailures'
  if (together !== undefined) return 'together'
  if (triggers !== undefined) return 'triggers'
  return on === undefined ? 'single' : 'limited'
}

function limitedOf({ score: { faults } }: SelftestDocument): PublishedScore['limited'] & object {
  return { tested: faults.tested, exact: faults.exact }
}

/** Leaves out the missed faults, which `selftest.json` lists. */
function triggersOf(
  seeds: readonly number[],
  { tested, triggered, detected, classes, accused }: TriggerScore,
): PublishedScore['triggers'] & object {
  return { seeds, tested, triggered, detected, classes, accused }
}

/** Formats the score for the README. */
export function scoreInMarkdown({ faults, requirements, results, variants, ...score }: PublishedScore): string {
  const { profile, seeds, limited, together, triggers, knownFailures } = score
  return [
    '## How well it tells right from wrong',
    '',
    '`npx mgi selftest` runs the suite against every deliberate fault of its reference server, and against servers that',
    `conform in unusual ways (profile ${profile}, ${seedsInWords(seeds)}):`,
    '',
    `- ${faults.exact} of ${faults.tested} faults are detected: exactly the requirements that they violate fail, on exactly their operations, and nothing stays undecided that these do not explain;`,
    `- ${requirements.killed} of ${requirements.total} requirements are violated by such a fault${unkilledIn(requirements)}, ${results.killed} of ${results.total} counted on each of their operations;`,
    ...(limited === undefined ? [] : limitedInMarkdown(limited)),
    ...(together === undefined ? [] : togetherInMarkdown(together)),
    ...(triggers === undefined ? [] : triggersInMarkdown(triggers)),
    ...(knownFailures === undefined ? [] : knownFailuresInMarkdown(knownFailures)),
    `- ${variants.unaccused} of ${variants.tested} conforming variants have no failure.`,
    '',
  ].join('\n')
}

function unkilledIn({ unkilled }: PublishedScore['requirements']): string {
  return unkilled.length === 0 ? '' : ` (not ${unkilled.map((id) => `\`${id}\``).join(', ')})`
}

function limitedInMarkdown({ tested, exact }: NonNullable<PublishedScore['limited']>): readonly string[] {
  return [`- ${exact} of ${tested} faults limited to one of their operations fail on that operation, and nowhere else;`]
}

function togetherInMarkdown(score: NonNullable<PublishedScore['together']>): readonly string[] {
  const { size, rounds, shown, detected, covered, seeds } = score
  return [
    `- ${detected} of ${shown} faults (${percent(detected, shown)}) are found in gateways that have ${size} faults of one area at once`,
    `  (${rounds} gateways, ${seedsInWords(seeds)}; not counted: ${covered} that the others left no answer to show in);`,
  ]
}

function triggersInMarkdown(score: NonNullable<PublishedScore['triggers']>): readonly string[] {
  const { seeds, tested, triggered, detected, classes } = score
  const each = classes.map((one) => `${one.class} ${one.detected} of ${one.tested}`).join(', ')
  return [
    `- ${detected} of ${tested} faults that show only under a trigger drawn at random are detected (${percent(detected, tested)})`,
    `  (\`mgi selftest --triggers\`, ${seedsInWords(seeds)}; ${triggered} were triggered; by class: ${each});`,
  ]
}

function knownFailuresInMarkdown({ tested, passed }: NonNullable<PublishedScore['knownFailures']>): readonly string[] {
  return [
    `- ${passed} of ${tested} faulty gateways pass once what failed is listed as known failures, reasons filled in;`,
  ]
}

function seedsInWords(seeds: readonly number[]): string {
  const [first, last] = [seeds[0], seeds.at(-1)]
  return seeds.length === 1 ? `seed ${first}` : `seeds ${first} to ${last}`
}

/** The text of README.md if no score of this catalogue was measured. */
export const withdrawnInMarkdown = `## How well it tells right from wrong

The score of this state of the suite is not measured yet; \`npm run selftest:score\` measures it. For each commit CI runs a share of
the faults and variants, and fails if one is not detected exactly.
`

const marks = ['<!-- selftest-score: written by npm run selftest:score -->\n', '<!-- /selftest-score -->'] as const

/** Returns the text between the marks. Throws if they are missing. */
export function markedIn(text: string): string {
  const [begin, end] = placesOf(text)
  return text.slice(begin, end)
}

/** Replaces the text between the marks. */
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
