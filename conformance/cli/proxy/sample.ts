import { UsageError } from '../../model/usage-error.ts'

/** The share that `1/100` means; all where nothing is said. */
export function readSample(text: string | undefined): number {
  if (text === undefined) return 1
  const [, part, whole] = /^(\d{1,9})\/(\d{1,9})$/.exec(text) ?? []
  const share = Number(part) / Number(whole)
  if (share > 0 && share <= 1) return share
  throw new UsageError(`--sample ${text}: write N/M, N of every M requests, such as 1/100`)
}
