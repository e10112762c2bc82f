import { join } from 'node:path'
import { toolIdentity } from '../../../core/files/tool-identity.ts'
import { alteredRequest, type Exchange } from '../../../core/model/exchange.ts'
import { operationsOf, requirementOf } from '../../../core/model/requirement.ts'
import type { Catalogue } from '../../../core/model/suite.ts'
import { counted } from '../../../core/text/counted.ts'
import { UsageError } from '../../../core/text/usage-error.ts'
import { fateOf, observe, startJudge } from '../../../engine/judge/index.ts'
import type { RunOptions } from '../../config/run-options.ts'
import type { TargetOptions } from '../../config/target-options.ts'
import { assertUpstreamKey } from '../../config/upstream-options.ts'
import { unknownInWords } from '../../recorded/added-requirements.ts'
import { upstreamFor } from '../behind-the-gateway.ts'
import { openTarget, type Target } from '../target/target.ts'
import { byStart, casesInEvidence, type FormerCase, type FormerRun } from './cases-in-evidence.ts'
import { type Comparison, compare } from './compare.ts'
import { isFetch, leniencyIn, type Replayed, type Replaying, replayFetch } from './replay-fetch.ts'
import { replayTrial } from './replay-trial.ts'
import { openResender, type Resender } from './resender.ts'

/**
 * Sends one case of an earlier run again, with every exchange that its findings may depend on: all attempts, the steps
 * of its probe, its control request. Returns the comparison; `undefined` if it was aborted.
 */
export async function replay(
  id: string,
  asked: RunOptions & { readonly out: string },
  catalogue: Catalogue,
  signal: AbortSignal,
): Promise<Replayed | undefined> {
  for await (const { replayed } of replayEach([id], asked, catalogue, signal)) return replayed
  return undefined
}

/**
 * Sends cases of an earlier run again, one after the other. Stops if it is aborted. Failures of requirements in `known`
 * are known.
 */
export async function* replayEach(
  ids: readonly string[],
  asked: RunOptions & { readonly out: string },
  catalogue: Catalogue,
  signal: AbortSignal,
  known: ReadonlySet<string> = new Set(),
): AsyncGenerator<{ readonly id: string; readonly replayed: Replayed }> {
  const run = await casesInEvidence(join(asked.out, 'exchanges.ndjson'), ids, catalogue)
  rejectUnknownRequirements(run, ids, catalogue)
  assertUpstreamKey(asked.upstream, `--replay ${ids[0]} with an upstream`)
  const options = { ...asked, targetOptions: wordsOf(run, asked) }
  // A gateway whose provider the suite plays has none otherwise.
  const upstream = await upstreamFor(asked, catalogue)
  const target = await openTarget({ url: urlOf(run, options), key: options.key })
  try {
    for (const id of ids) {
      const former = run.caseOf(id)
      const replaying = { target, options, catalogue, signal, known }
      const replayed =
        former.exchange.behind === undefined
          ? await replayCase(id, former, replaying)
          : await replayTrial(id, former, replaying, upstream)
      if (replayed === undefined) return
      yield { id, replayed }
    }
  } finally {
    await upstream?.close()
    await target.close()
  }
}

/**
 * Throws a `UsageError` if the earlier run tested a requirement that the catalogue lacks. A replay would not judge it, and
 * would say that a case passes that failed.
 */
function rejectUnknownRequirements(
  { header }: Pick<FormerRun, 'header'>,
  ids: readonly string[],
  catalogue: Catalogue,
): void {
  const tested = [...(header.addedRequirements ?? []), ...(header.aims ?? []).map(requirementOf)]
  const unknown = unknownInWords(tested, catalogue)
  if (unknown === undefined) return
  const { name, version } = header.tool
  const isOfAnother = version !== toolIdentity().version
  const remedy = isOfAnother ? `; otherwise replay with ${name} ${version}, which made the evidence` : ''
  throw new UsageError(`--replay ${ids[0]}: ${unknown}${remedy}`)
}

async function replayCase(id: string, former: FormerCase, replaying: Replaying): Promise<Replayed | undefined> {
  const { target, options, catalogue, signal } = replaying
  if (isFetch(former.exchange)) return replayFetch(id, former, replaying)
  const sent = await sentAgain(former, target, options, catalogue, signal)
  if (signal.aborted) return undefined
  const comparison = compared(former, sent, replaying)
  const now = sent.exchanges.get(id) ?? [...sent.exchanges.values()].at(-1) ?? former.exchange
  const unsent = unsentInWords(former)
  const others = {
    ...circumstanceInWords(former),
    ...(unsent === undefined ? {} : { unsent }),
  }
  return { before: former.exchange, now, comparison, target: target.url, ...others }
}

/** Tells that other requests were sent, so that the case is in the circumstance in which it failed. */
function circumstanceInWords({ circumstance }: FormerCase): Pick<Replayed, 'circumstance'> {
  if (circumstance === undefined) return {}
  const { words, exchanges } = circumstance
  return { circumstance: `sent with ${counted(exchanges.length, 'other request')}, since it failed ${words}` }
}

/** Describes the requests of a case whose evidence has labels in place of secrets; `undefined` if there are none. */
export function unsentInWords({ related, control }: Pick<FormerCase, 'related' | 'control'>): string | undefined {
  const all = control === undefined ? related : [...related, control]
  const altered = all.map(alteredRequest).filter((facets) => facets.length > 0)
  if (altered.length === 0) return undefined
  const places = new Set(altered.flat().map((facet) => (facet === 'request-body' ? 'body' : 'address or headers')))
  const which = all.length === 1 ? 'its request' : `${altered.length} of its ${all.length} requests`
  return `not sent as before: a label replaces a secret in the ${[...places].sort().join(' and the ')} of ${which}`
}

/** Returns the target that the user names. Evidence may be of others, so that no key is sent to a target in it. */
function urlOf({ header }: FormerRun, { url }: RunOptions): string | undefined {
  if (url !== undefined || header.target.embedded) return url
  throw new UsageError(
    `the evidence is of ${header.target.url}, and no target is named; a key is sent only to a URL that you give: mgi run ${header.target.url} --replay …, or target in mgi.config.yaml`,
  )
}

/**
 * Returns the target options. Without a config file, the vocabulary recorded in the evidence applies. A URL on the
 * command line replaces the base URLs of all areas, so that the key goes only to that URL.
 */
function wordsOf({ header: { vocabulary } }: FormerRun, { targetOptions, said, url }: RunOptions): TargetOptions {
  if (said.config !== undefined || vocabulary === undefined) return targetOptions
  const { baseUrls, ...words } = vocabulary
  const isAsBefore = url === undefined && baseUrls !== undefined
  return { ...targetOptions, vocabulary: isAsBefore ? { ...words, baseUrls } : words }
}

interface SentAgain {
  /** The new exchanges of the case and of its related exchanges, by their earlier ids. */
  readonly exchanges: ReadonlyMap<string, Exchange>
  readonly control: Exchange | undefined
}

/**
 * Sends the related requests again, with the same concurrency as before. Repeats attempts only until the target gives a
 * definite answer. Sends the control request again, if there is one.
 */
async function sentAgain(
  former: FormerCase,
  target: Target,
  options: RunOptions,
  catalogue: Catalogue,
  signal: AbortSignal,
): Promise<SentAgain> {
  const { send, close } = openResender(target, options, catalogue.operations, signal)
  const exchanges = new Map<string, Exchange>()
  const settled = new Set<string>()
  try {
    const own = new Set(former.related.map(({ id }) => id))
    const others = (former.circumstance?.exchanges ?? []).filter(({ id }) => !own.has(id))
    for (const group of sentTogether([...former.related, ...others].sort(byStart))) {
      if (signal.aborted) break
      const unsettled = group.filter(({ id, caseId = id }) => former.circumstance !== undefined || !settled.has(caseId))
      const sent = await Promise.all(unsettled.map((before) => sentAsRecorded(before, send)))
      for (const [index, { id, caseId = id }] of unsettled.entries()) {
        const exchange = sent[index]!
        if (!own.has(id)) continue
        exchanges.set(id, exchange)
        if (isAnswer(exchange, catalogue)) settled.add(caseId)
      }
    }
    const control = former.control === undefined ? undefined : await sentAsRecorded(former.control, send)
    return { control, exchanges }
  } finally {
    await close()
  }
}

/** Sends a recorded request. A requirement that needs a part with a label is not judged on it, as in the evidence. */
async function sentAsRecorded(before: Exchange, send: Resender['send']): Promise<Exchange> {
  const sent = await send(before.request, before.id, before.connection)
  const altered = alteredRequest(before)
  return altered.length === 0 ? sent : { ...sent, redacted: altered }
}

/**
 * Groups exchanges that overlapped in time, in the order of their starts. Two attempts of one request are never in the
 * same group.
 */
export function sentTogether(exchanges: readonly Exchange[]): readonly (readonly Exchange[])[] {
  const groups: Exchange[][] = []
  let end = Number.NEGATIVE_INFINITY
  for (const exchange of exchanges) {
    const { id, caseId = id, startedAt, durationMs } = exchange
    const group = groups.at(-1)
    const isRepeated = group?.some((one) => (one.caseId ?? one.id) === caseId) === true
    if (group !== undefined && startedAt < end && !isRepeated) group.push(exchange)
    else groups.push([exchange])
    end = Math.max(end, startedAt + durationMs)
  }
  return groups
}

function isAnswer(exchange: Exchange, { operations }: Catalogue): boolean {
  const seen = observe(operations, exchange)
  return seen === undefined ? exchange.response !== null : fateOf(seen) === 'answered'
}

/**
 * Compares the case. If its control request was sent again, only the target's new behaviour counts for the new side.
 * Otherwise the earlier run's judge is used for both sides.
 */
function compared(former: FormerCase, { exchanges, control }: SentAgain, replaying: Replaying): Comparison {
  const { catalogue } = replaying
  const judge = control === undefined ? former.judge : startJudge(catalogue)
  if (control !== undefined) judge.see(control)
  const { exchange } = former
  const now = [...exchanges.values()]
  const shown = exchanges.get(exchange.id) ?? now.at(-1) ?? exchange
  const sides = {
    before: { judge: former.judge, exchange, others: former.related.filter(({ id }) => id !== exchange.id) },
    now: { judge, exchange: shown, others: now.filter(({ id }) => id !== shown.id) },
  }
  return compare(idsFor(exchange, catalogue), sides, leniencyIn(replaying))
}

/**
 * Returns the ids of the requirements on the operation of an exchange that can be violated. Those on fetched images are
 * left out, because a replay fetches none.
 */
function idsFor({ request }: Exchange, { operations, requirements }: Catalogue): readonly string[] {
  const operation = operations.find((candidate) => candidate.matches(request))?.id
  const speaking = requirements.filter(
    (requirement) =>
      requirement.level !== 'unspecified' &&
      !('collectUnmatched' in requirement) &&
      operationsOf(requirement).some((one) => one === operation),
  )
  return speaking.map(({ id }) => id)
}
