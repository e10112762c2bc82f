import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { UpstreamServer } from '../../../reference-server/upstream/serve.ts'
import { replaceFile } from '../../core/files/replacing.ts'
import { toolIdentity } from '../../core/files/tool-identity.ts'
import { writeFile } from '../../core/files/write-file.ts'
import type { Exchange } from '../../core/model/exchange.ts'
import type { Operation } from '../../core/model/operation.ts'
import type { UpstreamEvidence, UpstreamSection } from '../../core/model/upstream.ts'
import { counted } from '../../core/text/counted.ts'
import { UsageError } from '../../core/text/usage-error.ts'
import type { Client } from '../../engine/record/client/client.ts'
import { createRedactor } from '../../engine/record/evidence/redact.ts'
import type { Labelled } from '../../engine/record/evidence/secret-spellings.ts'
import type { UpstreamSettings } from '../config/upstream-options.ts'
import { readUpstreamLines, upstreamFile, upstreamLines } from './evidence.ts'
import { performExperiment, startArrivals } from './experiment.ts'
import { judgeUpstream } from './judge-upstream.ts'
import { markWords } from './marks.ts'
import { upstreamKeyLabel } from './rules/credentials.ts'
import { trialsFor } from './trials.ts'

/** The facts about its upstream that a run states before it sends anything. */
export interface UpstreamAnnouncement {
  readonly url: string
  /** The key, if the suite drew it. */
  readonly drawnKey: string | undefined
  /** The most requests of the experiment. */
  readonly requests: number
}

/** The parts of a run that the experiment needs. */
export interface ExperimentOfRun {
  readonly client: Pick<Client, 'send'>
  readonly concurrency: number
  /** The most requests per second. */
  readonly rate: number | undefined
  readonly signal: AbortSignal
  /** The client's key and other secrets. */
  readonly secrets: readonly Labelled[]
  readonly clientKey: string
  readonly masks: readonly string[]
  /** The start of the run, as its evidence states it. */
  readonly startedAt: string
  /** The folder for the evidence. */
  readonly out: string | undefined
}

/** An upstream that listens. */
export interface OpenUpstream {
  readonly announcement: UpstreamAnnouncement
  /** Returns one line if each request for a model that arrived so far had another key: the trouble and its remedy. */
  keyTrouble(): string | undefined
  /** Sends the requests of the experiment, writes the evidence and judges it. */
  experiment(run: ExperimentOfRun): Promise<{ readonly section: UpstreamSection; readonly problems: readonly string[] }>
  close(): Promise<void>
}

/**
 * Starts the upstream. `clientKeys` are those with which the target is called. Throws a `UsageError` if the port cannot
 * be used.
 */
export async function openUpstream(
  settings: UpstreamSettings,
  operations: readonly Operation[],
  clientKeys: readonly string[],
): Promise<OpenUpstream> {
  const { host, port, adds } = settings
  const key = settings.key ?? `mgi-upstream-${randomBytes(12).toString('hex')}`
  const arrivals = startArrivals()
  const faults: unknown[] = []
  const { startUpstreamServer } = await import('../../../reference-server/upstream/serve.ts')
  const server = await startUpstreamServer({
    port,
    host,
    key,
    clientKeys,
    words: markWords,
    onArrival: arrivals.noteArrival,
    onReceived: arrivals.noteEnd,
    onFault: (error) => faults.push(error),
  }).catch((error: unknown) => {
    throw usageErrorOf(error, settings)
  })
  const planned = trialsFor(operations)
  server.expect(planned.map(({ trial }) => trial))
  const sending = [...new Set(planned.map(({ trial }) => trial.operation))]
  return {
    announcement: {
      url: server.url,
      requests: planned.length,
      drawnKey: settings.key === undefined ? key : undefined,
    },
    keyTrouble: () => (areAllStrangers(server) ? keyTroubleInWords(settings) : undefined),
    async experiment({ client, concurrency, rate, signal, secrets, clientKey, masks, startedAt, out }) {
      const sent = new Map<string, Exchange>()
      const isSharedKey = key === clientKey
      const redactor = createRedactor(
        isSharedKey ? secrets : [...secrets, { label: upstreamKeyLabel, value: key }],
        masks,
      )
      await performExperiment({
        trials: planned,
        server,
        client,
        arrivals,
        concurrency,
        rate,
        signal,
        keep: (trial, exchange) => sent.set(trial, redactor.exchange(exchange)),
      })
      const evidence: UpstreamEvidence = {
        header: {
          formatVersion: 1,
          tool: toolIdentity(),
          startedAt,
          url: server.url,
          isSharedKey,
          adds,
          operations: sending,
        },
        trials: planned.map(({ trial }) => trial).filter(({ id }) => sent.has(id)),
        sent,
        received: arrivals.received.map((one) => ({ ...one, exchange: redactor.exchange(one.exchange) })),
        footer: { others: server.others(), withoutKey: server.withoutKey(), isInterrupted: signal.aborted },
      }
      const lines = upstreamLines(evidence)
      const problem =
        out === undefined
          ? undefined
          : await replaceFile(join(out, upstreamFile), (part) => writeFile(part, `${lines.join('\n')}\n`))
      // The judge sees what the file contains, so that judging the file again comes to the same results.
      const again = readUpstreamLines(lines)
      if (typeof again === 'string') throw new Error(`the evidence of the upstream cannot be read: ${again}`)
      const problems = [problem, faultsInWords(faults)].flatMap((one) => one ?? [])
      return { section: judgeUpstream(again), problems }
    },
    close: () => server.close(),
  }
}

/** Describes the exceptions that ended exchanges at the upstream. */
function faultsInWords(faults: readonly unknown[]): string | undefined {
  if (faults.length === 0) return undefined
  const [first] = faults
  return `${counted(faults.length, 'request')} to the upstream ended with an internal error (${String(first).slice(0, 300)})`
}

/** Returns whether every request for a model that arrived had another key, before the experiment. */
function areAllStrangers(server: Pick<UpstreamServer, 'others' | 'withoutKey'>): boolean {
  const { other: _other, ...models } = server.others()
  const arrived = Object.values(models).reduce((sum, count) => sum + count, 0)
  return arrived > 0 && server.withoutKey() >= arrived
}

function keyTroubleInWords({ keyFrom }: UpstreamSettings): string {
  const remedy =
    keyFrom === undefined
      ? 'give the gateway the key that the first line names, or name the key that it sends with --upstream-key'
      : `the key of its provider in the gateway is not that of ${keyFrom}; correct one of them`
  return `every request that arrived at the upstream had another key: ${remedy}`
}

/** Returns the error of a port that cannot be used in words that tell what to do. */
function usageErrorOf(error: unknown, { host, port }: UpstreamSettings): unknown {
  const { code } = Object(error) as { readonly code?: string }
  const place = `--upstream ${port}`
  if (code === 'EADDRINUSE')
    return new UsageError(`${place}: another program listens at ${host}:${port}; name a free port`)
  if (code === 'EACCES') return new UsageError(`${place}: this port needs privileges; name one above 1023`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new UsageError(`--upstream-host ${host}: this machine has no such address`)
  return error
}
