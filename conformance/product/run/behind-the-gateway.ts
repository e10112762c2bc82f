import type { Operation } from '../../core/model/operation.ts'
import type { Catalogue } from '../../core/model/suite.ts'
import { hiddenOf } from '../../engine/record/client/keys.ts'
import type { RunOptions } from '../config/run-options.ts'
import { selectedOperations } from '../config/selection.ts'
import type { OpenUpstream } from '../upstream/open-upstream.ts'
import type { Finished, RunHooks } from './run.ts'
import { maxResponseBytes, streamEnds } from './target/limits.ts'
import { openClient, secretsOfTarget } from './target/open-client.ts'
import type { Target } from './target/target.ts'

/** The longest timeout of a request of the experiment, in milliseconds: a failing provider makes gateways slow. */
const longestTimeout = 30_000

/** Returns a signal that also ends the experiment when the time of the run is up. */
function untilTimeIsUp(signal: AbortSignal, { report }: Finished, { maxSeconds }: RunOptions): AbortSignal {
  if (maxSeconds === undefined) return signal
  return AbortSignal.any([signal, AbortSignal.timeout(Math.max(0, maxSeconds * 1000 - report.durationMs))])
}

/** Starts the provider behind the target, if the run asks for it. Loads nothing of it otherwise. */
export async function upstreamFor(
  { upstream, selection, key, targetOptions }: RunOptions,
  catalogue: Catalogue,
): Promise<OpenUpstream | undefined> {
  if (upstream === undefined) return undefined
  const { openUpstream } = await import('../upstream/open-upstream.ts')
  const keys = [key, ...Object.values(targetOptions.credentials).map((credential) => credential.key)]
  const forms = keys.flatMap((one) => (one === undefined ? [] : hiddenOf(one).map(({ value }) => value)))
  return openUpstream(upstream, operationsOfRun(selection, catalogue), forms)
}

/** Returns the most requests of the experiment that a run would send. */
export async function experimentSize({ upstream, selection }: RunOptions, catalogue: Catalogue): Promise<number> {
  if (upstream === undefined) return 0
  const { trialsFor } = await import('../upstream/trials.ts')
  return trialsFor(operationsOfRun(selection, catalogue)).length
}

function operationsOfRun(selection: RunOptions['selection'], { operations }: Catalogue): readonly Operation[] {
  const selected = selectedOperations(selection)
  return operations.filter(({ id }) => selected.includes(id))
}

/** Sends the requests of the experiment after a run, and adds their section to its report. */
export async function withExperiment(
  finished: Finished,
  upstream: OpenUpstream,
  target: Target,
  options: RunOptions,
  { operations }: Catalogue,
  { signal = new AbortController().signal, onNote }: RunHooks,
): Promise<Finished> {
  const { targetOptions } = options
  const timeoutMs = Math.min(options.timeoutSeconds * 1000, longestTimeout)
  const client = openClient({ target, options: targetOptions, operations }, { timeoutMs, maxResponseBytes, streamEnds })
  const { requests, url } = upstream.announcement
  onNote?.(`Sending up to ${requests} requests of the experiment with ${url} behind the gateway`)
  try {
    const { section, problems } = await upstream.experiment({
      client,
      signal: untilTimeIsUp(signal, finished, options),
      concurrency: options.concurrency,
      rate: options.rate,
      masks: options.masks,
      out: options.out,
      secrets: secretsOfTarget(target, targetOptions),
      clientKey: target.key,
      startedAt: finished.report.startedAt,
    })
    return {
      ...finished,
      troubles: [...finished.troubles, ...problems],
      report: { ...finished.report, upstream: section },
    }
  } finally {
    await client.close()
  }
}
