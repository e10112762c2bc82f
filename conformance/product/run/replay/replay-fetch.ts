import type { Exchange } from '../../../core/model/exchange.ts'
import type { Catalogue } from '../../../core/model/suite.ts'
import { verdicts } from '../../../core/model/vocabulary.ts'
import { UsageError } from '../../../core/text/usage-error.ts'
import { type Judge, outcomeOf, startJudge } from '../../../engine/judge/index.ts'
import { startImageFetches } from '../../../specification/areas/images/image-fetches.ts'
import type { RunOptions } from '../../config/run-options.ts'
import type { Target } from '../target/target.ts'
import type { FormerCase } from './cases-in-evidence.ts'
import { type Comparison, compare, type Leniency } from './compare.ts'
import { openResender, type Resender } from './resender.ts'

/** The outcome of a case that was sent again. */
export interface Replayed {
  readonly before: Exchange
  readonly now: Exchange
  readonly comparison: Comparison
  /** The other requests that were sent so that it is in the same circumstance, in words; absent if there were none. */
  readonly circumstance?: string
  /** The difference to what was sent before, in words; absent if there is none. */
  readonly unsent?: string
  /** The URL of the target. */
  readonly target: string
}

/** The inputs of a replay. */
export interface Replaying {
  readonly target: Target
  readonly options: RunOptions
  readonly signal: AbortSignal
  readonly catalogue: Catalogue
  /** The ids of requirements whose failures are known. */
  readonly known: ReadonlySet<string>
}

/** Returns a function that returns why a violation of a requirement does not fail a run with these options. */
export function leniencyIn({ options, catalogue, known }: Replaying): (requirement: string) => Leniency | undefined {
  const requirements = new Map(catalogue.requirements.map((one) => [one.id, one]))
  return (id) => {
    if (known.has(id)) return 'known failure'
    return outcomeOf('fail', requirements.get(id) ?? { level: 'stated' }, options.strict) === 'warn'
      ? 'warning'
      : undefined
  }
}

/** Returns whether an exchange is the fetch of an image that a reply named. */
export function isFetch({ request }: Exchange): boolean {
  return !request.path.startsWith('/')
}

/**
 * Replays the fetch of an image. Its address is valid for only an hour, so the request whose reply named it is sent
 * again first. Then the image that now stands at the same place of the reply is fetched.
 */
export async function replayFetch(id: string, former: FormerCase, replaying: Replaying): Promise<Replayed | undefined> {
  const { target, options, signal, catalogue } = replaying
  const { why } = former.exchange
  const reply = why?.kind === 'image' ? former.read(why.of) : undefined
  if (reply === undefined) throw new UsageError(`--replay ${id}: the evidence has no exchange that named the image`)
  const resender = openResender(target, options, catalogue.operations, signal)
  try {
    const now = await namedAndFetched(former.exchange, reply, resender, catalogue)
    if (signal.aborted) return undefined
    const comparison = compare(
      catalogue.requirements.filter((one) => one.kind === 'transcript' && one.collectUnmatched).map((one) => one.id),
      {
        before: { judge: judging([reply, former.exchange], catalogue), exchange: former.exchange },
        now: { judge: judging(now, catalogue), exchange: now.at(-1) ?? reply },
      },
      leniencyIn(replaying),
    )
    return { before: former.exchange, now: now.at(-1) ?? reply, comparison, target: target.url }
  } finally {
    await resender.close()
  }
}

/**
 * Sends the request again, then fetches the image at the same place of the reply, if it is there and may be fetched.
 */
async function namedAndFetched(
  { id, caseId = id }: Exchange,
  { request, id: replyId }: Exchange,
  resender: Resender,
  catalogue: Catalogue,
) {
  const fetches = startImageFetches(resender.mayFetch)
  const reply = await resender.send(request, replyId)
  const seen = startJudge(catalogue).see(reply)
  if (seen !== undefined) fetches.note(seen)
  const fetch = fetches.due().find((one) => one.caseId === caseId)
  return fetch === undefined ? [reply] : [reply, await resender.send(fetch.request, id)]
}

/**
 * Returns the verdict of each requirement on these exchanges alone. Of several operations, the worst verdict counts.
 */
function judging(exchanges: readonly Exchange[], catalogue: Catalogue): Pick<Judge, 'retry'> {
  const judge = startJudge(catalogue)
  for (const exchange of exchanges) judge.see(exchange)
  const rulings = judge.conclude()
  return {
    retry: () => (id) => {
      const own = rulings
        .filter(({ requirement }) => requirement.id === id)
        .map(({ verdict }) => verdicts.indexOf(verdict))
      return verdicts[Math.max(0, ...own)] ?? 'untested'
    },
  }
}
