import { withKeyInHeaders } from '../../areas/content-generation/probes/key-forms.ts'
import type { Exchange, RecordedRequest } from '../../model/exchange.ts'
import { isSuccess, type Observation } from '../../model/observation.ts'
import type { Diagnosis } from './diagnose.ts'

/**
 * Returns whether a second look shows that a diagnosis is a defect of the target's, to be judged, and not of how it is asked.
 * Pages for people are its own answer where a path beside the endpoint, which nobody serves, gets no such answer. A key
 * that is rejected everywhere is not a wrong one where it is served in a header (interpretation C5).
 */
export async function isThereAfterAll(
  { kind }: Diagnosis,
  seen: readonly Observation[],
  ask: (look: RecordedRequest) => Promise<Exchange>,
): Promise<boolean> {
  const isServed = async (look: RecordedRequest) => isSuccess((await ask(look)).response?.status)
  for (const { status, exchange } of seen) {
    if (kind === 'elsewhere' && isSuccess(status) && !(await isServed(beside(exchange.request)))) return true
    if (kind !== 'key-refused') continue
    for (const look of withKeyInHeaders(exchange.request)) if (await isServed(look)) return true
  }
  return false
}

/** The same request to a path beside its own. */
function beside(request: RecordedRequest): RecordedRequest {
  return { ...request, path: request.path.replace(/[^/?]*(\?.*)?$/, 'no-such-endpoint$1') }
}
