import type { Frequency } from './sometimes.ts'

/** A fault as it is asked for: `ID`, or `ID@N/M` for one that shows in N of every M requests it can break. */
export interface FaultSelector {
  readonly id: string
  /** Absent: always. */
  readonly frequency?: Frequency
}

/** The most requests among which a fault may show. */
export const longestCycle = 1000

/** Reads how a fault is asked for; `undefined` where what follows the `@` says no frequency. */
export function readFaultSelector(text: string): FaultSelector | undefined {
  const mark = text.indexOf('@')
  if (mark < 0) return { id: text }
  const [, hits, among] = /^([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(text.slice(mark + 1)) ?? []
  const frequency = { hits: Number(hits), among: Number(among) }
  const isPossible = frequency.hits <= frequency.among && frequency.among <= longestCycle
  return isPossible ? { id: text.slice(0, mark), frequency } : undefined
}
