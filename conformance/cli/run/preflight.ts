import { observe } from '../../judge/index.ts'
import type { Exchange } from '../../model/exchange.ts'
import type { Observation } from '../../model/observation.ts'
import type { Catalogue } from '../../model/suite.ts'
import { createClient } from '../../sources/client.ts'
import { adviceFor } from './advice.ts'
import { betterUrl } from './better-url.ts'
import { type Diagnosis, diagnose } from './diagnose.ts'
import type { RunOptions } from './run-options.ts'
import type { Target } from './target.ts'

/** Milliseconds for each look at whether the target lives under another base URL. */
const lookMs = 5000

/**
 * What the answers to the plain requests of a run say about the run as a whole: advice where it is pointless to go on,
 * `undefined` where there is something to judge.
 */
export async function adviceAfter(
  exchanges: readonly Exchange[],
  target: Target,
  { timeoutSeconds, connection, maxRequests }: Pick<RunOptions, 'timeoutSeconds' | 'connection' | 'maxRequests'>,
  catalogue: Catalogue,
): Promise<string | undefined> {
  const seen = exchanges.map((exchange) => observe(catalogue.operations, exchange)).filter(isObservation)
  const diagnosis = diagnose(seen)
  if (diagnosis === undefined) return undefined
  // Looking around is sending, too: whoever counts requests is not looked around for.
  const better = maxRequests === undefined ? await whereElse(diagnosis, target, connection) : undefined
  return adviceFor(diagnosis, {
    url: target.url,
    timeoutSeconds,
    ...(better === undefined ? {} : { betterUrl: better }),
  })
}

function isObservation(seen: Observation | undefined): seen is Observation {
  return seen !== undefined
}

async function whereElse(
  { kind }: Diagnosis,
  { url, key }: Target,
  connection: RunOptions['connection'],
): Promise<string | undefined> {
  if (kind !== 'elsewhere') return undefined
  return betterUrl(url, async (baseUrl) => {
    const client = createClient({
      ...connection,
      baseUrl,
      names: { key },
      timeoutMs: lookMs,
      maxResponseBytes: 1 << 20,
    })
    try {
      return await client.send(usageRequest, 'preflight')
    } finally {
      await client.close()
    }
  })
}

/** Costs nothing, and no other service answers it by chance. */
const usageRequest = {
  method: 'GET',
  path: '/api/usage/token',
  headers: [['authorization', 'Bearer «key:valid»']],
  body: new Uint8Array(),
} as const
