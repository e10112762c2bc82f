import type { Operation } from '../../core/model/operation.ts'
import type { Catalogue } from '../../core/model/suite.ts'
import type { Adjustments } from '../../engine/drive/explicit-base.ts'
import { newAdjusting } from '../../engine/drive/new-run.ts'
import { documentLanguage } from '../../engine/plan/schema/language.ts'
import { hiddenOf } from '../../engine/record/client/keys.ts'
import type { RunOptions } from '../config/run-options.ts'
import { selectedOperations } from '../config/selection.ts'
import type { OpenUpstream } from '../upstream/open-upstream.ts'
import type { Session } from './session.ts'
import { maxResponseBytes, streamEnds } from './target/limits.ts'
import { openClient } from './target/open-client.ts'
import type { Target } from './target/target.ts'

/** The longest timeout of a request of the experiment, in milliseconds: a failing provider makes gateways slow. */
const longestTimeout = 30_000

/** Starts the provider behind the target, if the run asks for it. Loads nothing of it otherwise. */
export async function upstreamFor(
  { upstream, selection, key, targetOptions }: RunOptions,
  catalogue: Catalogue,
): Promise<OpenUpstream | undefined> {
  if (upstream === undefined) return undefined
  const { openUpstream } = await import('../upstream/open-upstream.ts')
  const keys = [key, ...Object.values(targetOptions.credentials).map((credential) => credential.key)]
  const forms = keys.flatMap((one) => (one === undefined ? [] : hiddenOf(one).map(({ value }) => value)))
  return openUpstream(upstream, catalogue, operationsOfRun(selection, catalogue), forms)
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

/** The parts of a run that the experiment after it needs. */
export interface RunBefore {
  readonly session: Pick<Session, 'keepBehind'> & { readonly store: Pick<Session['store'], 'count'> }
  readonly target: Target
  readonly options: RunOptions
  readonly catalogue: Pick<Catalogue, 'operations'>
  /** The members and the form of the key that the run found the target to need. */
  readonly adjustments: Adjustments
  /** The time that the run took so far, in milliseconds. */
  readonly durationMs: number
  readonly signal: AbortSignal
}

/** Sends the requests of the experiment after those of the run, or only those of some trials. */
export async function sendExperiment(
  upstream: OpenUpstream,
  { session, target, options, catalogue: { operations }, adjustments, durationMs, signal }: RunBefore,
  only?: ReadonlySet<string>,
): ReturnType<OpenUpstream['experiment']> {
  const { targetOptions } = options
  const timeoutMs = Math.min(options.timeoutSeconds * 1000, longestTimeout)
  const epoch = performance.now() - durationMs
  const client = openClient(
    { target, options: targetOptions, operations },
    { timeoutMs, epoch, maxResponseBytes, streamEnds },
  )
  const adjusting = newAdjusting(operations, documentLanguage)
  adjusting.use(adjustments)
  try {
    const bounds = { ...boundsLeft(options, session.store.count, durationMs), signal }
    const { named } = adjusting
    return await upstream.experiment({ client, named, clientKey: target.key, keep: session.keepBehind, bounds }, only)
  } finally {
    await client.close()
  }
}

/** Returns the bounds of a run after a number of requests and milliseconds. */
function boundsLeft({ concurrency, rate, maxRequests, maxSeconds }: RunOptions, sent: number, durationMs: number) {
  return {
    concurrency,
    rate,
    ...(maxRequests === undefined ? {} : { maxRequests: Math.max(0, maxRequests - sent) }),
    ...(maxSeconds === undefined ? {} : { maxTimeMs: Math.max(0, maxSeconds * 1000 - durationMs) }),
  }
}
