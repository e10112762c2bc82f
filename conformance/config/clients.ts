import { suggestion } from '../model/nearest.ts'
import { UsageError } from '../model/usage-error.ts'
import { clientNames } from '../traceability/client-impact.ts'
import type { LoadedConfig } from './config.ts'

/** Checks the names of clients. The list of known ones is only read if a run names one. */
export function checkedClients(names: readonly string[] = [], loaded?: LoadedConfig): readonly string[] {
  if (names.length === 0) return []
  const known = clientNames()
  const unknown = names.find((name) => !known.includes(name))
  if (unknown === undefined) return [...new Set(names)]
  const place = loaded?.config.clients === names ? loaded.at('/clients') : '--clients'
  const near = suggestion(unknown, known)
  throw new UsageError(`${place}: no client is named "${unknown}"${near}; there are ${known.join(', ')}`)
}
