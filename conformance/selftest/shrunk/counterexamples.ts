import { startJudge } from '../../judge/index.ts'
import type { Exchange, RecordedRequest } from '../../model/exchange.ts'
import type { Operation, RequestValue } from '../../model/operation.ts'
import type { Report } from '../../model/report.ts'
import { resultKey } from '../../model/requirement.ts'
import type { Catalogue } from '../../model/suite.ts'
import { createClient, withoutOffer } from '../../record/client/client.ts'
import { maxResponseBytes } from '../../run/target/limits.ts'
import { needlessIn } from './needless.ts'

/**
 * The smallest request that a run reports for a requirement that failed on an operation, with the result of testing it.
 */
export interface Counterexample {
  /** `requirement@operation`. */
  readonly result: string
  /** The exchange that the report names. It begins with `shrink/` if the run found a smaller request. */
  readonly exchange: string
  /** The number of requests that the run spent on minimising it. */
  readonly requests: number
  /** The features without which the target fails as well: `/body/metadata away`. */
  readonly needless: readonly string[]
  /** The value of the request. */
  readonly request: RequestValue
}

/** A completed run and its server, which still runs. */
export interface Measured {
  readonly url: string
  readonly key: string
  readonly report: Report
  readonly exchanges: ReadonlyMap<string, Exchange>
  readonly catalogue: Catalogue
}

/** Returns the counterexamples of these results, each with the features that the server's fault does not need. */
export async function counterexamplesOf(
  results: readonly string[],
  { url, key, report, exchanges, catalogue }: Measured,
): Promise<readonly Counterexample[]> {
  const client = createClient({ baseUrl: url, names: { key }, timeoutMs: 20_000, maxResponseBytes })
  const judge = startJudge(catalogue)
  // The verdict about a rejection depends on the request that was accepted without the violation.
  for (const exchange of exchanges.values()) if (exchange.why?.kind !== 'minimise') judge.see(exchange)
  const found: Counterexample[] = []
  let sent = 0
  try {
    for (const { result, requirement, operation, exchange } of smallestOf(results, report, exchanges, catalogue)) {
      const stillFails = async (request: RecordedRequest): Promise<boolean> => {
        sent += 1
        return judge.retry(requirement, await client.send(request, `trial/${sent}`)) === 'fail'
      }
      const plain = catalogue.templates.find((template) => template.operation === operation.id)?.value
      const spent = [...exchanges.values()].filter(
        ({ why }) => why?.kind === 'minimise' && why.requirement === requirement,
      )
      found.push({
        result,
        exchange: exchange.id,
        requests: spent.length,
        needless: await needlessIn(withoutOffer(exchange.request), operation, plain, stillFails),
        request: operation.read(exchange.request),
      })
    }
  } finally {
    await client.close()
  }
  return found
}

interface Smallest {
  readonly result: string
  readonly requirement: string
  readonly operation: Operation
  readonly exchange: Exchange
}

function smallestOf(
  results: readonly string[],
  { requirements }: Report,
  exchanges: Measured['exchanges'],
  { operations }: Catalogue,
): readonly Smallest[] {
  return requirements.flatMap(({ id, operations: own }) =>
    own.flatMap(({ operation: name, verdict, findings }): readonly Smallest[] => {
      const result = resultKey(id, name)
      const named = findings.flatMap(({ shrunk }) => exchanges.get(shrunk ?? '') ?? [])
      const shown = findings.flatMap((finding) => exchanges.get(finding.exchange) ?? [])
      const [exchange] = (named.length > 0 ? named : shown).sort(byLength)
      const operation = operations.find((one) => one.id === name)
      // Observations are not minimised. That would cost requests in every run of a gateway with unusual habits.
      const isShrunk = verdict === 'fail' || verdict === 'warn'
      if (!isShrunk || !results.includes(result) || exchange === undefined || operation === undefined) return []
      return [{ result, requirement: id, operation, exchange }]
    }),
  )
}

function byLength(one: Exchange, other: Exchange): number {
  return lengthOf(one) - lengthOf(other) || (one.id < other.id ? -1 : 1)
}

function lengthOf({ request: { path, body } }: Exchange): number {
  return path.length + body.length
}
