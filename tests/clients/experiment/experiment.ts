import type { Sign } from '../../../conformance/core/model/client-effect.ts'
import { operationsOf, resultKey } from '../../../conformance/core/model/requirement.ts'
import { areaOf, type Endpoint } from '../../../conformance/core/model/vocabulary.ts'
import { certified } from '../../../conformance/product/run/certify.ts'
import { catalogue } from '../../../conformance/specification/catalogue.ts'
import type {
  ExerciseResult,
  FaultImpact,
  SignsByResult,
} from '../../../conformance/specification/traceability/client-impact.ts'
import { type Fault, startReferenceServer } from '../../../reference-server/index.ts'
import { type ExperimentClient, experimentClients } from './clients.ts'
import { type Baseline, baselineOf, compared } from './compare.ts'
import { trial } from './observe.ts'

/** An exercise that works without a fault, and its baseline. */
interface Known {
  readonly exercise: string
  readonly operation: Endpoint
  readonly baseline: Baseline
}

/** A client with its working exercises. */
export interface PreparedClient {
  readonly client: ExperimentClient
  readonly known: readonly Known[]
  /** The exercises that fail without a fault. */
  readonly failing: readonly string[]
}

/** The number of runs that make a baseline. The first run also loads the client. */
const baselineRuns = 3

/** Runs all exercises of a client without a fault. */
export async function prepared(client: ExperimentClient): Promise<PreparedClient> {
  const known: Known[] = []
  const failing: string[] = []
  for (const [exercise, { operation }] of Object.entries(await client.exercisesAt('http://127.0.0.1:9'))) {
    const runs = []
    for (let run = 0; run < baselineRuns; run++) runs.push((await trial(client, exercise)).observed)
    const baseline = baselineOf(runs)
    if (baseline === undefined) failing.push(`${exercise}: ${JSON.stringify(runs[0])}`)
    else known.push({ exercise, operation, baseline })
  }
  return { client, known, failing }
}

const requirements = new Map(catalogue.requirements.map((one) => [one.id, one]))

export function operationsOfFault({ on, breaks }: Fault): readonly Endpoint[] {
  if (on !== undefined) return on
  const broken = breaks.flatMap((id) => requirements.get(id) ?? [])
  return [...new Set(broken.flatMap((one) => operationsOf(one)))]
}

/** Returns the clients that have an exercise on an operation of a fault. */
export function clientsFor(fault: Fault, clients: readonly PreparedClient[]): readonly PreparedClient[] {
  const operations = operationsOfFault(fault)
  return clients.filter(({ known }) => known.some(({ operation }) => operations.includes(operation)))
}

/** Runs the exercises of several clients against a server with one fault. */
export async function impactOf(fault: Fault, clients: readonly PreparedClient[]): Promise<FaultImpact> {
  const operations = operationsOfFault(fault)
  const tried = clientsFor(fault, clients)
  const results = await Promise.all(tried.map((one) => resultsOf(fault, operations, one)))
  return {
    fault: fault.id,
    requirements: fault.breaks,
    ...(results.flat().length === 0 ? {} : await signsMember(fault)),
    tried: tried.map(({ client }) => client.name),
    results: results.flat(),
  }
}

/** Returns the member with the places of a fault, if it has any. */
export async function signsMember(fault: Fault): Promise<Pick<FaultImpact, 'signs'>> {
  const signs = await signsOf(fault)
  return Object.keys(signs).length === 0 ? {} : { signs }
}

/** Returns the places at which a smoke run finds what a fault violates. */
async function signsOf(fault: Fault): Promise<SignsByResult> {
  const key = 'client-key-abcdef'
  const areas = [...new Set(operationsOfFault(fault).map((operation) => areaOf[operation]))]
  const server = await startReferenceServer({ keys: [key], faults: [fault.id] })
  try {
    const { rulings } = await certified({ target: server.url, key, areas, profile: 'smoke', shrink: false })
    const isBroken = (id: string): boolean => fault.breaks.some((one) => one === id)
    const own = rulings.filter(({ requirement, verdict }) => verdict === 'fail' && isBroken(requirement.id))
    const found = own.flatMap(({ requirement, operation, signs = [] }) =>
      signs.length === 0 ? [] : [[resultKey(requirement.id, operation), inOrder(signs)] as const],
    )
    return Object.fromEntries(found.toSorted(([one], [other]) => (one < other ? -1 : 1)))
  } finally {
    await server.close()
  }
}

/** Sorts signs, since the order of the exchanges that show them differs from run to run. */
function inOrder(signs: readonly Sign[]): readonly Sign[] {
  return signs.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))
}

async function resultsOf(
  fault: Fault,
  operations: readonly Endpoint[],
  { client, known }: PreparedClient,
): Promise<readonly ExerciseResult[]> {
  const results: ExerciseResult[] = []
  for (const { exercise, operation, baseline } of known) {
    if (!operations.includes(operation)) continue
    const first = await trial(client, exercise, fault)
    // A hang may be due to a busy machine, so there is a second try.
    const { isShown, observed } = first.observed.kind === 'hang' ? await trial(client, exercise, fault) : first
    if (observed.kind === 'hang' && !isShown)
      throw new Error(`${client.name} sent nothing in time (${exercise}, ${fault.id}): this machine is too busy`)
    if (isShown) results.push({ client: client.name, operation, exercise, ...compared(baseline, observed) })
  }
  return results
}

/** Returns the clients with these names, or all if there are no names. Throws if a name is unknown. */
export function clientsNamed(names: readonly string[]): readonly ExperimentClient[] {
  for (const name of names)
    if (!experimentClients.some((one) => one.name === name))
      throw new Error(`no client "${name}"; there are ${experimentClients.map((one) => one.name).join(', ')}`)
  return experimentClients.filter(({ name }) => names.length === 0 || names.includes(name))
}
