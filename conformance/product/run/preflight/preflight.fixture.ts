import type { RequestListener } from 'node:http'
import { onTestFinished } from 'vitest'
import type { Case } from '../../../core/model/plan.ts'
import { newBillingBudget } from '../../../engine/drive/billing-budget.ts'
import { catalogue } from '../../../specification/catalogue.ts'
import type { RequestMembers } from '../../config/request-members.ts'
import { plainTarget, type TargetOptions } from '../../config/target-options.ts'
import { plainPlan } from '../plan/plain-plan.fixture.ts'
import { openClient } from '../target/open-client.ts'
import { adviceAfter } from './preflight.ts'

/** For tests: returns a listener that sends the same JSON response to every request. */
export const json =
  (status: number, body: unknown): RequestListener =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }

interface Given {
  readonly key?: string
  readonly options?: TargetOptions
  readonly config?: string
  /** Members that the configuration names, by operation. */
  readonly requests?: RequestMembers
  /** The number of times that each plain request is sent. Defaults to 1. */
  readonly times?: number
  /** The requests; by default the plain ones. */
  readonly cases?: readonly Case[]
}

/** For tests: returns the advice after the first requests of a run to this URL. */
export async function preflight(
  url: string,
  { key = 'a-secret-key', options = plainTarget, config, requests = new Map(), times = 1, cases: own }: Given = {},
) {
  const target = { url, key, embedded: false, close: async () => {} }
  const limits = { timeoutMs: 5000, maxResponseBytes: 1e7 }
  const client = openClient({ target, options, operations: catalogue.operations }, limits)
  onTestFinished(() => client.close())
  const cases = Array.from({ length: times }, () => own ?? plainPlan().cases).flat()
  const exchanges = await Promise.all(
    cases.map(async ({ request: asked, id, why }) => ({ ...(await client.send(asked, id)), why })),
  )
  const where = { config, hasUrl: true, keyFrom: '--key or MGI_API_KEY', out: undefined }
  const said = { ...where, isKeyOverriding: false, connection: {}, timeout: undefined }
  return adviceAfter(
    { exchanges, large: new Set() },
    target,
    { maxRequests: undefined, timeoutSeconds: 5, targetOptions: options, said, requests },
    catalogue,
    newBillingBudget(),
  )
}
