import { beforeAll, describe, expect, test } from 'vitest'
import { type Judging, judged } from './judged.ts'
import { type Results, type Ruling, rulingsOf } from './rulings.ts'

/** A gateway that nobody here wrote, and what was found out about it by hand. */
export interface Stranger extends Judging {
  readonly name: string
  readonly start: () => Promise<Started>
  /** What must be found, `requirement@operation`, each with a word why it is true of the gateway. */
  readonly breaks: Readonly<Record<string, string>>
  /** What else may be said: it was read by hand and is true. */
  readonly alsoTrue: readonly Claim[]
  /** What must not be said: it would be false, or it only follows from another defect. */
  readonly neverSay: readonly Claim[]
  /** What the run must end with, `nonconforming` by default. */
  readonly verdict?: string
  /** It gives up, since nobody answers. */
  readonly stopsEarly?: true
}

/** A gateway that listens. */
export interface Started {
  readonly url: string
  /** What it has written. */
  output(): string
  close(): Promise<void>
}

/** Accusations that are right, or wrong, and why. */
export interface Claim {
  /** Their names, `requirement@operation`. */
  readonly of: RegExp
  /** What each of their findings says; left out, that does not matter. */
  readonly saying?: RegExp
  readonly because: string
}

/** Judges the gateway once and holds what is said of it against what was found out by hand. */
export function judgesRightly(stranger: Stranger): void {
  describe(stranger.name, () => {
    let results: Results
    beforeAll(async () => {
      results = await resultsOf(stranger)
    })

    test('everything it breaks is found, nothing false is said of it, and the run comes to its end', () => {
      expect(results.limits.some((limit) => limit.includes('not sent'))).toBe(stranger.stopsEarly === true)
      expect(complaints(stranger, accusations(results))).toEqual({ missed: [], false: [], unread: [] })
      expect(results.summary.verdict, results.summary.reason).toBe(stranger.verdict ?? 'nonconforming')
    })
  })
}

async function resultsOf(stranger: Stranger): Promise<Results> {
  const started = await stranger.start()
  try {
    return await judged(started.url, stranger)
  } catch (error) {
    throw new Error(`${stranger.name} could not be judged; it wrote: ${started.output().slice(-2000)}`, {
      cause: error,
    })
  } finally {
    await started.close()
  }
}

function complaints(
  { breaks, alsoTrue, neverSay }: Stranger,
  said: readonly Ruling[],
): Readonly<Record<'missed' | 'false' | 'unread', readonly string[]>> {
  const names = new Set(said.map(({ name }) => name))
  const isFalse = (ruling: Ruling): boolean => neverSay.some((claim) => isOf(claim, ruling))
  const isRead = (ruling: Ruling): boolean => ruling.name in breaks || alsoTrue.some((claim) => isOf(claim, ruling))
  return {
    missed: Object.keys(breaks).filter((name) => !names.has(name)),
    false: said.filter(isFalse).map(inWords),
    unread: said.filter((ruling) => !isFalse(ruling) && !isRead(ruling)).map(inWords),
  }
}

function isOf({ of, saying = /^/ }: Claim, { name, findings }: Ruling): boolean {
  return of.test(name) && findings.every(({ message }) => saying.test(message))
}

function accusations(results: Results): readonly Ruling[] {
  return rulingsOf(results).filter(({ verdict }) => verdict === 'fail')
}

function inWords({ name, findings: [finding] }: Ruling): string {
  return `${name}: ${finding?.message} (${finding?.exchange})`
}
