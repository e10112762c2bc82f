import { createHash } from 'node:crypto'
import type { Fault } from '../../reference-server/index.ts'

/**
 * Returns SHA-256 over the ids of faults and the requirements that each breaks. Selftests with the same digest have the
 * same faults to detect.
 */
export function faultsDigest(faults: readonly Fault[]): string {
  const lines = faults.map(({ id, breaks }) => JSON.stringify([id, [...breaks].sort()])).sort()
  return `sha256:${createHash('sha256').update(lines.join('\n')).digest('hex')}`
}
