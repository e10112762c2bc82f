import process from 'node:process'
import { faults } from '../../../reference-server/index.ts'
import { catalogue } from '../../catalogue.ts'
import { catalogueDigest } from '../../judge/index.ts'
import { faultsDigest } from '../../selftest/faults-digest.ts'
import { type Score, verdictOn } from '../../selftest/score.ts'
import type { Trial } from '../../selftest/trial.ts'
import { toolIdentity } from '../version.ts'
import type { SelftestOptions } from './selftest-options.ts'

/** What `selftest.json` holds. */
export interface SelftestDocument {
  readonly formatVersion: 1
  readonly tool: { readonly name: string; readonly version: string }
  /** SHA-256 of the catalogue's words, and of every fault's id and what it breaks. */
  readonly digests: { readonly catalogue: string; readonly faults: string }
  readonly profile: string
  readonly seeds: readonly number[]
  /** Faults showed in one of so many requests they could break; absent: always. */
  readonly every?: number
  /** What narrowed the selftest down, in words; empty for a full one. */
  readonly limits: readonly string[]
  readonly verdict: ReturnType<typeof verdictOn>
  readonly score: Score
  /** How many trials there were to do; more than were done where the user interrupted them. */
  readonly planned: number
  /** Processor time of the whole selftest, all threads together. */
  readonly cpuSeconds: number
  readonly trials: readonly Trial[]
}

/** The result document of a selftest. */
export function documentOf(
  trials: readonly Trial[],
  score: Score,
  { wanted, tasks, limits }: SelftestOptions,
): SelftestDocument {
  const { user, system } = process.cpuUsage()
  return {
    formatVersion: 1,
    tool: toolIdentity(),
    digests: { catalogue: catalogueDigest(catalogue.requirements), faults: faultsDigest([...faults.values()]) },
    profile: wanted.profile,
    seeds: wanted.seeds,
    ...(wanted.every === undefined ? {} : { every: wanted.every }),
    limits,
    verdict: verdictOn(trials),
    score,
    planned: tasks.length,
    cpuSeconds: Math.round((user + system) / 1e5) / 10,
    trials,
  }
}
