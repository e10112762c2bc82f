import type { Told } from './told.ts'

/** Whether a reply says that it did not come to its own end: its limit or a stop sequence cut it. */
export function isCut(told: Told | undefined): boolean {
  return told?.stopReason === 'max_tokens' || told?.stopReason === 'stop_sequence'
}

/** The tool uses of a reply that are whole for certain: where the reply was cut, the last may lack its end. */
export function uncut<Use>(uses: readonly Use[], told: Told | undefined): readonly Use[] {
  return isCut(told) ? uses.slice(0, -1) : uses
}
