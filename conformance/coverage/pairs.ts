import { readFileSync } from 'node:fs'
import { packageFile } from '../../schemas/package-root.ts'
import { pairOf } from '../explore/features.ts'
import type { CombinationCoverage } from '../model/report.ts'
import type { Endpoint } from '../model/vocabulary.ts'

/** The optional features of an operation's requests, and for each those that it never stands beside in a valid one. */
type Combinations = Readonly<Record<string, readonly string[]>>

/** Where the features are listed; `npm run pairs` writes it. */
export const combinationsFile = packageFile('fixtures/plans/pairs.json')

let known: Partial<Readonly<Record<Endpoint, Combinations>>> | undefined

/** The pairs of optional features that may stand together in a valid request of an operation. */
export function possiblePairs(operation: Endpoint): readonly string[] {
  known ??= JSON.parse(readFileSync(combinationsFile, 'utf8')) as NonNullable<typeof known>
  const apart = known[operation] ?? {}
  const features = Object.keys(apart)
  return features.flatMap((one, index) =>
    features.slice(index + 1).flatMap((other) => (apart[one]?.includes(other) === true ? [] : [pairOf(one, other)])),
  )
}

/** How many of the pairs that may stand together did, and which never did. */
export function combinationCoverage(operation: Endpoint, seen: ReadonlySet<string>): CombinationCoverage | undefined {
  const possible = possiblePairs(operation)
  if (possible.length === 0) return undefined
  const left = possible.filter((pair) => !seen.has(pair))
  return { pairs: possible.length, covered: possible.length - left.length, left }
}

/** What the file of pairs says of one operation, from the features of many valid requests. */
export function combinationsOf(requests: readonly ReadonlySet<string>[]): Combinations {
  const features = [...new Set(requests.flatMap((one) => [...one]))].sort()
  const together = new Set(
    requests.flatMap((one) => [...one].flatMap((a) => [...one].filter((b) => a < b).map((b) => pairOf(a, b)))),
  )
  return Object.fromEntries(
    features.map((one) => [one, features.filter((other) => one < other && !together.has(pairOf(one, other)))]),
  )
}
