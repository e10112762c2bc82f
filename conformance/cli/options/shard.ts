import { UsageError } from '../usage-error.ts'

/** One of several parts of the same whole. */
export interface Shard {
  /** Counted from 1. */
  readonly index: number
  readonly count: number
}

/** The part that `--shard I/N` names; `undefined` when it was not given. */
export function shardOf(text: string | undefined): Shard | undefined {
  if (text === undefined) return undefined
  const [, index, count] = /^(\d{1,6})\/(\d{1,6})$/.exec(text) ?? []
  const shard = { index: Number(index), count: Number(count) }
  if (shard.index >= 1 && shard.index <= shard.count) return shard
  throw new UsageError(`--shard ${text}: give I/N, the part and how many there are, such as 1/3`)
}
