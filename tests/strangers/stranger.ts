import { beforeAll, describe, expect, test } from 'vitest'
import { type Judging, judged } from './judged.ts'
import { type Results, type Ruling, rulingsOf } from './rulings.ts'

/** A third-party gateway, and its defects as found by hand. */
export interface Stranger extends Judging {
  readonly name: string
  readonly start: () => Promise<Started>
  /** The failures that a run must report, as `requirement@operation`, each with the reason why it is correct. */
  readonly breaks: Readonly<Record<string, string>>
  /** Other failures that a run may report. They were verified by hand. */
  readonly alsoTrue: readonly Claim[]
  /** Failures that a run must not report, because they are false or only follow from another defect. */
  readonly neverSay: readonly Claim[]
  /** The expected verdict, by default `nonconforming`. */
  readonly verdict?: string
  /** True if the run stops early because the gateway does not answer, or answers with nothing but server errors. */
  readonly stopsEarly?: true
}

/** A running gateway. */
export interface Started {
  readonly url: string
  output(): string
  close(): Promise<void>
}

/** Failures that are correct or wrong, and why. */
export interface Claim {
  /** Matches their names, as `requirement@operation`. */
  readonly of: RegExp
  /** Matches each of their findings. If absent, any finding matches. */
  readonly saying?: RegExp
  readonly because: string
}

/** Judges the gateway once and compares the failures with those found by hand. */
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
