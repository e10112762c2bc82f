import { observe } from '../../../judge/index.ts'
import type { Exchange } from '../../../model/exchange.ts'
import type { Observation } from '../../../model/observation.ts'
import type { Catalogue } from '../../../model/suite.ts'
import type { RunOptions } from '../options/run-options.ts'
import { openClient, type Spoken } from '../target/open-client.ts'
import type { Target } from '../target/target.ts'
import { type Aim, adviceFor } from './advice.ts'
import { betterUrl } from './better-url.ts'
import { type Diagnosis, diagnose } from './diagnose.ts'
import { passingTrouble } from './passing-trouble.ts'

/** Milliseconds for each look at whether the target lives under another base URL. */
const lookMs = 5000

/** What the first requests of a run tell about it. */
export interface Preflighted {
  /** Why it is pointless to go on, and what to do; absent where there is something to judge. */
  readonly halt?: string
  /** What does not stop the run, but will show in its results. */
  readonly notes: readonly string[]
}

type Wanted = Pick<RunOptions, 'timeoutSeconds' | 'targetOptions' | 'said' | 'maxRequests'>

/** Reads the answers to the plain requests of a run: what they say of the run as a whole, and of single operations. */
export async function adviceAfter(
  exchanges: readonly Exchange[],
  target: Target,
  options: Wanted,
  catalogue: Catalogue,
): Promise<Preflighted> {
  const seen = observed(exchanges, catalogue)
  const diagnosis = diagnose(seen)
  const aim = aimOf(target, options)
  if (diagnosis === undefined) return { notes: passingTrouble(seen, aim) }
  // Looking around is sending, too: whoever counts requests is not looked around for.
  const spoken = { target, options: options.targetOptions, operations: catalogue.operations }
  const better = options.maxRequests === undefined ? await whereElse(diagnosis, spoken) : undefined
  return { halt: adviceFor(diagnosis, { ...aim, ...(better === undefined ? {} : { betterUrl: better }) }), notes: [] }
}

/** Whether the answers leave no point in going on. */
export function isPointless(exchanges: readonly Exchange[], catalogue: Catalogue): boolean {
  return diagnose(observed(exchanges, catalogue)) !== undefined
}

function observed(exchanges: readonly Exchange[], { operations }: Catalogue): readonly Observation[] {
  return exchanges.map((exchange) => observe(operations, exchange)).filter(isObservation)
}

function aimOf({ url }: Target, { timeoutSeconds, targetOptions, said }: Wanted): Aim {
  const { vocabulary, connection } = targetOptions
  return {
    url,
    timeoutSeconds,
    keyFrom: said.keyFrom,
    ...(said.config === undefined ? {} : { config: said.config }),
    ...(vocabulary.models === undefined ? {} : { models: vocabulary.models }),
    ...(connection.proxy === undefined ? {} : { proxy: new URL(connection.proxy).origin }),
  }
}

function isObservation(seen: Observation | undefined): seen is Observation {
  return seen !== undefined
}

async function whereElse({ kind }: Diagnosis, spoken: Spoken): Promise<string | undefined> {
  if (kind !== 'elsewhere') return undefined
  const { target } = spoken
  return betterUrl(target.url, async (url, look) => {
    const client = openClient(
      { ...spoken, target: { ...target, url } },
      { timeoutMs: lookMs, maxResponseBytes: 1 << 20 },
    )
    try {
      return await client.send(look, 'preflight')
    } finally {
      await client.close()
    }
  })
}
