import { baseUrlsInWords, departuresOf } from '../../../../reports/identity.ts'
import type { Exchange, RecordedRequest } from '../../../core/model/exchange.ts'
import { isSuccess, type Observation } from '../../../core/model/observation.ts'
import type { Catalogue } from '../../../core/model/suite.ts'
import { wholeBody } from '../../../core/model/whole-body.ts'
import { parseJson } from '../../../core/wire/parse-json.ts'
import { type BillingBudget, paidWork } from '../../../engine/drive/billing-budget.ts'
import { isBilledFor } from '../../../engine/drive/control-requests.ts'
import { observe } from '../../../engine/judge/index.ts'
import { withKeyInHeaders } from '../../../specification/areas/content-generation/probes/key-forms.ts'
import type { RunOptions } from '../../config/run-options.ts'
import { type ConfiguredTarget, openClient } from '../target/open-client.ts'
import type { Target } from '../target/target.ts'
import { type AdvisedTarget, preflightAdvice } from './advice.ts'
import { type Diagnosis, diagnose } from './diagnose.ts'
import { mostLooks } from './looks.ts'
import { passingTrouble } from './passing-trouble.ts'

/** The timeout of each request that looks for the target under another base URL, in milliseconds. */
const lookMs = 5000

/** The outcome of a run's first requests. */
export interface Preflighted {
  /** The reason why the run cannot go on, and what to do; absent if there is something to judge. */
  readonly halt?: string
  /** Hints that do not stop the run but affect its results. */
  readonly notes: readonly string[]
}

type Wanted = Pick<RunOptions, 'timeoutSeconds' | 'targetOptions' | 'said' | 'maxRequests' | 'requests'>

/** The exchanges of the plain requests. They are judged once it is known that the run can go on. */
export interface FirstExchanges {
  /** In the order of arrival. The bodies of those in `large` are left out, but the evidence has them. */
  readonly exchanges: readonly Exchange[]
  readonly large: ReadonlySet<string>
}

/** Returns advice about the whole run and about single operations, from the responses to its plain requests. */
export async function adviceAfter(
  { exchanges, large }: FirstExchanges,
  target: Target,
  options: Wanted,
  catalogue: Catalogue,
  billing: BillingBudget,
): Promise<Preflighted> {
  const seen = observed(exchanges, catalogue)
  const diagnosis = diagnose(seen)
  const aim = aimOf(target, options)
  if (diagnosis === undefined) return { notes: passingTrouble(seen, aim, large) }
  // With --max-requests nothing more is sent. A request with an accepted key is billed.
  const mayLook = options.maxRequests === undefined
  const configured = { target, options: options.targetOptions, operations: catalogue.operations }
  const look = atMost(mostLooks, configured)
  if (mayLook && (await isThereAfterAll(diagnosis, seen, paidFor(look(target.url), catalogue, billing))))
    return { notes: passingTrouble(seen, aim, large) }
  // If areas have their own base URLs, looking elsewhere would send their keys to other hosts.
  const { baseUrls } = options.targetOptions.vocabulary
  const mayBeElsewhere = mayLook && diagnosis.kind === 'elsewhere' && baseUrls === undefined
  const better = mayBeElsewhere ? await betterUrl(target.url, (url, one) => look(url)(one)) : undefined
  return { halt: preflightAdvice(diagnosis, { ...aim, betterUrl: better }), notes: [] }
}

/** Returns whether the responses show that the run cannot go on. */
export function isPointless(exchanges: readonly Exchange[], catalogue: Catalogue): boolean {
  return diagnose(observed(exchanges, catalogue)) !== undefined
}

function observed(exchanges: readonly Exchange[], { operations }: Catalogue): readonly Observation[] {
  return exchanges.map((exchange) => observe(operations, exchange)).filter(isObservation)
}

function aimOf({ url }: Target, { timeoutSeconds, targetOptions, said, requests }: Wanted): AdvisedTarget {
  const { vocabulary, connection } = targetOptions
  return {
    url,
    places: url + baseUrlsInWords(vocabulary),
    timeoutSeconds,
    requests,
    keyFrom: said.keyFrom,
    config: said.config,
    ...(vocabulary.credential === undefined
      ? {}
      : { forms: departuresOf({ config: { credential: vocabulary.credential } }) }),
    models: vocabulary.models,
    ...(connection.proxy === undefined ? {} : { proxy: new URL(connection.proxy).origin }),
  }
}

function isObservation(seen: Observation | undefined): seen is Observation {
  return seen !== undefined
}

type Look = (request: RecordedRequest) => Promise<Exchange>

/** Sends at most this many requests to base URLs. Further ones get no response. */
function atMost(most: number, configured: ConfiguredTarget): (url: string) => Look {
  let left = most
  return (url) => async (request) => {
    left -= 1
    return left < 0 ? unanswered(request) : ask(configured, url, request)
  }
}

/** Sends only requests that the budget allows. */
function paidFor(look: Look, { operations }: Catalogue, billing: BillingBudget): Look {
  return async (request) => {
    const operation = operations.find((one) => one.matches(request))
    const cost = operation?.cost(operation.read(request)) ?? { calls: 0, images: 0 }
    const price = { cost, expectation: 'extra' } as const
    const looked = await paidWork(
      billing,
      price,
      () => look(request),
      (exchange) => isBilledFor({ exchange }),
    )
    return 'stopReason' in looked ? unanswered(request) : looked
  }
}

function unanswered(request: RecordedRequest): Exchange {
  const nothing = { startedAt: 0, durationMs: 0, response: null, ended: 'cancelled' } as const
  return { id: 'preflight', source: 'runner', captured: [], request, ...nothing }
}

async function ask(configured: ConfiguredTarget, url: string, look: RecordedRequest): Promise<Exchange> {
  const client = openClient(
    { ...configured, target: { ...configured.target, url } },
    { timeoutMs: lookMs, maxResponseBytes: 1 << 20 },
  )
  try {
    return await client.send(look, 'preflight')
  } finally {
    await client.close()
  }
}

/**
 * Returns whether a second look shows that a diagnosis is a defect of the target, to be judged, and not a wrong URL or
 * key. HTML pages are the target's own response if an unknown path next to the endpoint returns no such page. A key
 * that is rejected everywhere is correct if it is accepted in a header (interpretation C5).
 */
async function isThereAfterAll(
  { kind }: Diagnosis,
  seen: readonly Observation[],
  ask: (look: RecordedRequest) => Promise<Exchange>,
): Promise<boolean> {
  const isServed = async (look: RecordedRequest) => isSuccess((await ask(look)).response?.status)
  for (const { status, exchange } of seen) {
    if (kind === 'elsewhere' && isSuccess(status) && !(await isServed(beside(exchange.request)))) return true
    if (kind !== 'key-rejected') continue
    for (const look of withKeyInHeaders(exchange.request)) if (await isServed(look)) return true
  }
  return false
}

/** Returns the same request with an unknown last path segment. */
function beside(request: RecordedRequest): RecordedRequest {
  return { ...request, path: request.path.replace(/[^/?]*(\?.*)?$/, 'no-such-endpoint$1') }
}

/** Returns base URLs on the same origin that the user may have meant: with a shorter path, or with one more segment. */
export function neighboursOf(baseUrl: string): readonly string[] {
  const { origin, pathname } = new URL(baseUrl)
  const segments = pathname.split('/').filter((segment) => segment !== '')
  const shorter = segments.map((_, at) => [origin, ...segments.slice(0, segments.length - 1 - at)].join('/'))
  const longer = ['v1', 'api', 'gateway'].map((segment) => [origin, ...segments, segment].join('/'))
  return [...shorter, ...longer]
}

/** The requests to each neighbour. The first is free, and a target that knows the path rejects the second. */
const looks: readonly RecordedRequest[] = [
  {
    method: 'GET',
    path: '/api/usage/token',
    headers: [['authorization', 'Bearer «key:valid»']],
    body: new Uint8Array(),
  },
  {
    method: 'POST',
    path: '/v1/messages',
    headers: [
      ['content-type', 'application/json'],
      ['x-api-key', '«key:valid»'],
      ['provider-version', '2023-06-01'],
    ],
    body: new Uint8Array(Buffer.from('{}')),
  },
]

/** The statuses that a gateway returns at a path that it knows. */
const known: ReadonlySet<number> = new Set([200, 400, 401, 403, 422])

/** Returns the first neighbour that responds like a gateway, with JSON; `undefined` if there is none. */
export async function betterUrl(
  baseUrl: string,
  ask: (baseUrl: string, look: RecordedRequest) => Promise<Exchange>,
): Promise<string | undefined> {
  for (const neighbour of neighboursOf(baseUrl)) {
    for (const look of looks) {
      const { response } = await ask(neighbour, look)
      const isKnown = response !== null && known.has(response.status)
      if (isKnown && isJson(wholeBody(response.chunks))) return neighbour
    }
  }
  return undefined
}

function isJson(bytes: Uint8Array): boolean {
  const value = parseJson(bytes)
  return typeof value === 'object' && value !== null
}
