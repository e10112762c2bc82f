import type { Shard } from '../../explore/plan/shard.ts'
import { UsageError } from '../usage-error.ts'

/** More shards of a plan than this have nothing left to divide. */
const mostOfPlan = 64

/** The share that `--shard I/N` names, of a plan unless told otherwise; absent where the option is. */
export function shardOption(
  text: string | undefined,
  { most, whole } = { most: mostOfPlan, whole: 'a plan' },
): Shard | undefined {
  if (text === undefined) return undefined
  const [, index, count] = /^(\d{1,3})\/(\d{1,3})$/.exec(text) ?? []
  const shard = { index: Number(index), count: Number(count) }
  if (shard.index >= 1 && shard.index <= shard.count && shard.count <= most) return shard
  throw new UsageError(
    `--shard ${text} is no share of ${whole}; write I/N, such as 1/4, with I from 1 to N and N up to ${most}`,
  )
}

/** A share in words, as limits of a run name it. */
export function shardInWords({ index, count }: Shard): string {
  return `only shard ${index} of ${count}`
}
