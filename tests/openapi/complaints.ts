import { readFileSync } from 'node:fs'
import { type Exchange, facets } from '../../conformance/core/model/exchange.ts'
import { observe } from '../../conformance/engine/judge/read/observe.ts'
import { catalogue } from '../../conformance/specification/catalogue.ts'

/** A failure that Schemathesis reports: its check, and the request. */
export interface Complaint {
  readonly check: string
  readonly message: string
  readonly exchange: Exchange
}

/** The NDJSON report of a Schemathesis run. */
export interface SchemathesisRun {
  /** The number of requests. */
  readonly cases: number
  /** The operations that received requests, such as `POST /v1/messages`. */
  readonly operations: ReadonlySet<string>
  readonly complaints: readonly Complaint[]
}

/** The parts of a Schemathesis report that are read. Empty members are omitted. */
interface Recorder {
  readonly label: string
  readonly cases?: Readonly<Record<string, unknown>>
  readonly checks?: Readonly<Record<string, readonly Check[]>>
  readonly interactions?: Readonly<Record<string, Interaction>>
}
interface Check {
  readonly name: string
  readonly status: string
  readonly failure_info?: { readonly failure: { readonly message: string } }
}
interface Interaction {
  readonly request: {
    readonly method: string
    readonly uri: string
    readonly headers: Readonly<Record<string, readonly string[]>>
    readonly body: { readonly $base64: string } | null
  }
}

/** Reads a report that Schemathesis wrote with `--report ndjson`. */
export function readRun(file: string): SchemathesisRun {
  const recorders = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .flatMap((line) => {
      const { ScenarioFinished: finished } = JSON.parse(line) as { ScenarioFinished?: { recorder: Recorder } }
      return finished === undefined ? [] : [finished.recorder]
    })
  return {
    cases: recorders.reduce((sum, { cases = {} }) => sum + Object.keys(cases).length, 0),
    operations: new Set(recorders.filter(({ cases = {} }) => Object.keys(cases).length > 0).map(({ label }) => label)),
    complaints: recorders.flatMap(complaintsOf),
  }
}

function complaintsOf({ checks = {}, interactions = {} }: Recorder): readonly Complaint[] {
  return Object.entries(checks).flatMap(([id, all]) =>
    all
      .filter(({ status }) => status !== 'success')
      .map(({ name, failure_info: info }) => ({
        check: name,
        message: info?.failure.message ?? '',
        exchange: exchangeOf(id, interactions[id]!),
      })),
  )
}

/** Converts a request to an exchange for the judge, without its response. */
function exchangeOf(id: string, { request: { method, uri, headers, body } }: Interaction): Exchange {
  const { pathname, search } = new URL(uri)
  const lines = Object.entries(headers).flatMap(([name, values]) => values.map((value) => [name, value] as const))
  return {
    id,
    source: 'har',
    captured: facets,
    startedAt: 0,
    durationMs: 0,
    response: null,
    ended: 'complete',
    request: {
      method,
      path: `${pathname}${search}`,
      headers: lines,
      body: Buffer.from(body?.$base64 ?? '', 'base64'),
    },
  }
}

/**
 * Returns whether a complaint shows a defect of the specification or of the server. Two of the checks assume that the
 * schema is complete: a request is invalid exactly if the schema does not allow it. For them, the suite's own judgement
 * of the request decides:
 * - An accepted request is a defect if it violates a rule. Everything else is unspecified.
 * - A rejected request is a defect if it violates no rule (including rules between members) and uses nothing
 *   unspecified, such as the name of a model.
 */
export function isTrue({ check, exchange }: Complaint): boolean {
  const seen = observe(catalogue.operations, exchange)
  if (seen === undefined) return true
  const { violations, open } = seen.request
  if (check === 'negative_data_rejection') return violations.length > 0
  if (check === 'positive_data_acceptance') return violations.length === 0 && open.length === 0
  return true
}
