import { createHash } from 'node:crypto'
import type { Fault } from '../../reference-server/index.ts'

/** SHA-256 over the ids of faults and what each breaks: two selftests with the same digest had the same to catch. */
export function faultsDigest(faults: readonly Fault[]): string {
  const lines = faults.map(({ id, breaks }) => JSON.stringify([id, [...breaks].sort()])).sort()
  return `sha256:${createHash('sha256').update(lines.join('\n')).digest('hex')}`
}
