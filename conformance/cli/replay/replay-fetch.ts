import { startJudge } from '../../judge/index.ts'
import type { Exchange } from '../../model/exchange.ts'
import type { Catalogue } from '../../model/suite.ts'
import type { Verdict } from '../../model/vocabulary.ts'
import { startImageFetches } from '../../operations/images/image-fetches.ts'
import { exitCode } from '../exit-code.ts'
import type { Io } from '../io.ts'
import type { RunOptions } from '../run/options/run-options.ts'
import type { Target } from '../run/target/target.ts'
import { UsageError } from '../usage-error.ts'
import type { FormerCase } from './case-in-evidence.ts'
import { compare } from './compare.ts'
import { openResender, type Resender } from './resender.ts'
import { statusOf } from './status-of.ts'
import { comparisonInWords } from './words.ts'

/** What a replay is carried out with. */
export interface Replaying {
  readonly target: Target
  readonly options: RunOptions
  readonly io: Io
  readonly catalogue: Catalogue
}

/** Whether an exchange is the fetch of an image that a reply named. */
export function isFetch({ request }: Exchange): boolean {
  return !request.path.startsWith('/')
}

/**
 * An address is valid for an hour only, so the request is sent again whose reply named it, and then the image is
 * fetched that stands in its place now.
 */
export async function replayFetch(id: string, former: FormerCase, replaying: Replaying): Promise<number> {
  const { target, options, io, catalogue } = replaying
  const reply = former.read(id.replace(/\/image-\d+(~\d+)?$/, ''))
  if (reply === undefined) throw new UsageError(`--replay ${id}: the evidence has no exchange that named the image`)
  const resender = openResender(target, options, catalogue.operations, io.signal)
  try {
    const now = await namedAndFetched(id, reply, resender, catalogue)
    if (io.signal.aborted) return exitCode.interrupted
    const comparison = compare(
      catalogue.requirements.filter((one) => one.kind === 'transcript' && one.collectStray).map((one) => one.id),
      {
        before: { judge: judging([reply, former.exchange], catalogue), exchange: former.exchange },
        now: { judge: judging(now, catalogue), exchange: now.at(-1) ?? reply },
      },
    )
    io.stdout.write(comparisonInWords(id, former.exchange, now.at(-1) ?? reply, comparison))
    return statusOf(comparison)
  } finally {
    await resender.close()
  }
}

/** The reply as it is now and, where it names an image in that place that may be fetched, what came of fetching it. */
async function namedAndFetched(
  id: string,
  { request, id: replyId }: Exchange,
  resender: Resender,
  catalogue: Catalogue,
) {
  const fetches = startImageFetches(resender.mayFetch)
  const reply = await resender.send(request, replyId)
  const seen = startJudge(catalogue).see(reply)
  if (seen !== undefined) fetches.note(seen)
  const fetch = fetches.due().find((one) => one.id === id.replace(/~\d+$/, ''))
  return fetch === undefined ? [reply] : [reply, await resender.send(fetch.request, id)]
}

/** What each requirement says of a reply and a fetch, and of nothing else. */
function judging(exchanges: readonly Exchange[], catalogue: Catalogue): { readonly retry: (id: string) => Verdict } {
  const judge = startJudge(catalogue)
  for (const exchange of exchanges) judge.see(exchange)
  const verdicts = new Map(judge.conclude().map(({ requirement, verdict }) => [requirement.id, verdict]))
  return { retry: (id) => verdicts.get(id) ?? 'untested' }
}
