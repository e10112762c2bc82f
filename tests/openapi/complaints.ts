import { readFileSync } from 'node:fs'
import { catalogue } from '../../conformance/catalogue.ts'
import { observe } from '../../conformance/judge/read/observe.ts'
import { type Exchange, facets } from '../../conformance/model/exchange.ts'

/** One complaint of Schemathesis: its check, and the request that it is about. */
export interface Complaint {
  readonly check: string
  readonly message: string
  readonly exchange: Exchange
}

/** What a run of Schemathesis tells in its NDJSON report. */
export interface SchemathesisRun {
  /** Requests that were sent. */
  readonly cases: number
  /** The operations that they were sent to, such as `POST /v1/messages`. */
  readonly operations: ReadonlySet<string>
  readonly complaints: readonly Complaint[]
}

/** What is empty is left out. */
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

/** Reads what Schemathesis wrote with `--report ndjson`. */
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

/** The request as our judge reads it; what came back is not looked at. */
function exchangeOf(id: string, { request: { method, uri, headers, body } }: Interaction): Exchange {
  const { pathname, search } = new URL(uri)
  const lines = Object.entries(headers).flatMap(([name, values]) => values.map((value) => [name, value] as const))
  return {
    ...{ id, source: 'har', captured: facets, startedAt: 0, durationMs: 0, response: null, ended: 'complete' },
    request: {
      ...{ method, path: `${pathname}${search}`, headers: lines },
      body: Buffer.from(body?.$base64 ?? '', 'base64'),
    },
  }
}

/**
 * Whether a complaint shows a defect of the document or of the server. Two of the checks take it that a schema says all: what
 * it does not describe is wrong, and what it describes is right. Then our own reading of the request decides:
 * - a request that was accepted is a defect if it violates a rule; the rest, the specification leaves unspecified.
 * - a request that was rejected is a defect if it violates no rule, rules between members among them, and uses
 *   nothing that is unspecified, such as the name of a model.
 */
export function isTrue({ check, exchange }: Complaint): boolean {
  const seen = observe(catalogue.operations, exchange)
  if (seen === undefined) return true
  const { violations, open } = seen.request
  if (check === 'negative_data_rejection') return violations.length > 0
  if (check === 'positive_data_acceptance') return violations.length === 0 && open.length === 0
  return true
}
