import type { EvidenceHeader } from '../../engine/record/evidence/frame.ts'

/** Returns the numbers of missing shards, or `undefined` if the runs are not shards of one plan. */
export function missingShards(headers: readonly EvidenceHeader[]): readonly number[] | undefined {
  const [first] = headers
  const count = first?.shard?.count
  const isOfOnePlan = headers.every(
    ({ shard, seed, profile }) => shard?.count === count && seed === first?.seed && profile === first?.profile,
  )
  if (count === undefined || !isOfOnePlan) return undefined
  const given = new Set(headers.map(({ shard }) => shard?.index))
  return Array.from({ length: count }, (_, index) => index + 1).filter((index) => !given.has(index))
}

/** Describes the missing shards. Returns `undefined` if none is missing. */
export function missingInWords(headers: readonly EvidenceHeader[]): string | undefined {
  const missing = missingShards(headers) ?? []
  const [one, ...others] = missing
  if (one === undefined) return undefined
  const which = others.length === 0 ? `shard ${one}` : `shards ${missing.join(', ')}`
  return `${which} of ${headers[0]?.shard?.count} ${others.length === 0 ? 'is' : 'are'} not among the runs: merge all shards of the plan`
}
