import { faults } from '../../../reference-server/index.ts'
import { UsageError } from '../../model/usage-error.ts'
import type { Endpoint } from '../../model/vocabulary.ts'
import { limitableTo } from '../../selftest/operations-of.ts'

/** Throws a `UsageError` where a fault cannot be limited to an operation, or does not show on it. */
export function assertLimitable(id: string, on: Endpoint): void {
  if (!faults.has(id)) throw new UsageError(`--on ${on}: fault ${id} shows on one operation only; leave out --on`)
  const reason = faults.get(id)?.notLimited
  if (reason !== undefined)
    throw new UsageError(`--on ${on}: fault ${id} cannot be limited to one operation: ${reason}`)
  const operations = limitableTo(id)
  if (!operations.includes(on))
    throw new UsageError(`--on ${on}: fault ${id} does not show there; it shows on ${operations.join(', ')}`)
}
