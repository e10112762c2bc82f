/**
 * Runs the exercises of clients against each fault of the reference server: `npm run client-impact`. Writes results to
 * `docs/client-impact.json` as they arrive, and skips results that it already contains.
 */
import { parseArgs } from 'node:util'
import { matchesGlob } from '../../../conformance/core/text/glob.ts'
import type {
  ClientFacts,
  ClientImpact,
  FaultImpact,
} from '../../../conformance/specification/traceability/client-impact.ts'
import { faults } from '../../../reference-server/index.ts'
import { type ExperimentClient, experimentClients } from './clients.ts'
import { readImpact, withFault, writeImpact } from './data.ts'
import { differencesBetween } from './differences.ts'
import { clientsFor, clientsNamed, impactOf, type PreparedClient, prepared, signsMember } from './experiment.ts'
import { writePage } from './page.ts'
import { ordered, shareOf } from './share.ts'

const { values } = parseArgs({
  options: {
    fault: { type: 'string', default: '*' },
    client: { type: 'string', multiple: true, default: [] },
    shard: { type: 'string', default: '1/1' },
    /** Runs recorded exercises again. */
    again: { type: 'boolean', default: false },
    /** Compares with the recorded results and writes nothing. */
    check: { type: 'boolean', default: false },
    /** Only finds the places again at which the suite sees what each fault violates. */
    signs: { type: 'boolean', default: false },
    /** Only rewrites the tables of the page. */
    page: { type: 'boolean', default: false },
  },
})

// For broken responses, some clients reject promises that the program cannot catch.
process.on('unhandledRejection', () => {})

// Clients print warnings about models and replies even if the program handles the error.
for (const method of ['warn', 'info', 'error'] as const) console[method] = () => {}

if (values.page) {
  writePage(readImpact())
  process.exit()
}

if (values.signs) {
  await writeSigns()
  process.exit()
}

const clients = (await Promise.all(clientsNamed(values.client).map(preparedOrNone))).flat()
for (const { client, failing } of clients)
  for (const one of failing) tell(`${client.name} fails without a fault: ${one}`)
const chosen = shareOf(ordered([...faults.values()]), values.shard).filter(({ id }) => matchesGlob(values.fault, id))
const status = values.check ? await check() : await experiment()
// Some clients keep connections open for a minute.
process.exit(status)

/** Skips a client that cannot be installed; its recorded results stay. */
async function preparedOrNone(client: ExperimentClient): Promise<readonly PreparedClient[]> {
  try {
    return [await prepared(client)]
  } catch (error) {
    tell(`${client.name} is left out: ${error instanceof Error ? error.message : error}`)
    return []
  }
}

/** Tries each fault with each client, and removes the results of faults that no longer exist. */
async function experiment(): Promise<number> {
  const before = readImpact()
  let data: ClientImpact = { ...before, faults: before.faults.filter(({ fault }) => faults.has(fault)) }
  if (data.faults.length < before.faults.length) writeImpact(data)
  let done = 0
  for (const fault of chosen) {
    done += 1
    const own = clientsFor(fault, clients)
    const isKnown = ({ client }: PreparedClient) => isTried(data, fault.id, client)
    const missing = values.again ? own : own.filter((one) => !isKnown(one))
    if (missing.length === 0) continue
    data = withFault(data, experimentClients.map(factsOf), await impactOf(fault, missing))
    writeImpact(data)
    tell(`${done}/${chosen.length} ${fault.id}`)
  }
  writePage(data)
  return 0
}

async function writeSigns(): Promise<void> {
  for (const { id } of faults.values()) {
    const known = readImpact().faults.find(({ fault }) => fault === id)
    if (known === undefined || known.results.length === 0 || !matchesGlob(values.fault, id)) continue
    const { fault, requirements, ...rest } = known
    const { signs: _before, ...results } = rest
    const own: FaultImpact = { fault, requirements, ...(await signsMember(faults.get(id)!)), ...results }
    const before = readImpact()
    writeImpact({ ...before, faults: before.faults.map((one) => (one.fault === id ? own : one)) })
  }
}

/** Returns whether a fault was tried with the same version of the client. */
function isTried({ clients: known, faults: before }: ReturnType<typeof readImpact>, id: string, client: ClientFacts) {
  const { packages } = known.find(({ name }) => name === client.name) ?? {}
  const isSameVersion = packages?.join() === client.packages.join()
  return isSameVersion && before.find(({ fault }) => fault === id)?.tried.includes(client.name) === true
}

function factsOf({ name, packages }: ClientFacts): ClientFacts {
  return { name, packages }
}

async function check(): Promise<number> {
  const data = readImpact()
  const found: string[] = []
  for (const fault of chosen) {
    const known = data.faults.find((one) => one.fault === fault.id)
    const impact = await impactOf(fault, clients)
    if (impact.tried.length > 0) found.push(...differencesBetween(known, impact))
  }
  for (const difference of found) tell(difference)
  tell(`${chosen.length} faults were run again, with ${found.length} differences from docs/client-impact.json`)
  return found.length === 0 ? 0 : 1
}

function tell(line: string): void {
  process.stdout.write(`${line}\n`)
}
