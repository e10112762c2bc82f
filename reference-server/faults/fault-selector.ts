import type { Frequency } from './sometimes.ts'

/** A fault as a user names it: `ID`, or `ID@N/M` to show in N of every M requests that it can affect. */
export interface FaultSelector {
  readonly id: string
  /** Absent if the fault always shows. */
  readonly frequency?: Frequency
}

/** The maximum of M in `N/M`. */
export const longestCycle = 1000

/** Parses the name of a fault; `undefined` if the text after `@` is not a frequency. */
export function readFaultSelector(text: string): FaultSelector | undefined {
  const mark = text.indexOf('@')
  if (mark < 0) return { id: text }
  const [, hits, among] = /^([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(text.slice(mark + 1)) ?? []
  const frequency = { hits: Number(hits), among: Number(among) }
  const isPossible = frequency.hits <= frequency.among && frequency.among <= longestCycle
  return isPossible ? { id: text.slice(0, mark), frequency } : undefined
}
