import { counted } from '../identity.ts'
import type { Result } from '../result.ts'

/** Returns why a result is what it is. An informational result has no verdict, so it says how often the statement holds. */
export function reasonText({ verdict, reason, exchanges, violating, findings }: Result): string {
  if (verdict !== 'observed' || exchanges === 0) return reason
  const share = `holds in ${exchanges - violating} of ${counted(exchanges, 'exchange')}`
  if (violating > 0) return `${share}; ${reason}`
  return findings.length === 0 ? share : reason
}
