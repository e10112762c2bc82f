import { join } from 'node:path'
import { visible } from '../../../reports/visible.ts'
import { startJudge } from '../../judge/index.ts'
import type { Exchange } from '../../model/exchange.ts'
import type { Catalogue } from '../../model/suite.ts'
import type { TargetOptions } from '../config/target-options.ts'
import { exitCode } from '../exit-code.ts'
import type { Io } from '../io.ts'
import type { RunOptions } from '../run/options/run-options.ts'
import { openTarget, type Target } from '../run/target/target.ts'
import { UsageError } from '../usage-error.ts'
import { caseInEvidence, type FormerCase } from './case-in-evidence.ts'
import { type Comparison, compare } from './compare.ts'
import { isFetch, replayFetch } from './replay-fetch.ts'
import { openResender } from './resender.ts'
import { statusOf } from './status-of.ts'
import { comparisonInWords } from './words.ts'

/** Sends one case of an earlier run again, and its good twin where it has one, and says what became of it. */
export async function replay(id: string, asked: RunOptions, io: Io, catalogue: Catalogue): Promise<number> {
  const former = await caseInEvidence(join(asked.out, 'exchanges.ndjson'), id, catalogue)
  const options = { ...asked, targetOptions: wordsOf(former, asked) }
  const target = await openTarget({ url: urlOf(former, options), key: options.key })
  try {
    if (isFetch(former.exchange)) return await replayFetch(id, former, { target, options, io, catalogue })
    const { exchange, twin } = await sentAgain(former, target, options, catalogue, io.signal)
    if (io.signal.aborted) return exitCode.interrupted
    const comparison = compared(former, exchange, twin, catalogue)
    io.stdout.write(visible(comparisonInWords(id, former.exchange, exchange, comparison)))
    return statusOf(comparison)
  } finally {
    await target.close()
  }
}

/** The target of the evidence, unless the user names another one. */
function urlOf({ header }: FormerCase, { url, key }: RunOptions): string | undefined {
  if (url !== undefined || header.target.embedded) return url
  if (key === undefined)
    throw new UsageError(
      `a key for ${header.target.url} is missing; give it as --key or in the environment as MGI_API_KEY`,
    )
  return header.target.url
}

/** Without a config file the run's own words for the target still hold: its evidence tells them. */
function wordsOf({ header: { vocabulary } }: FormerCase, { targetOptions, said }: RunOptions): TargetOptions {
  return said.config === undefined && vocabulary !== undefined ? { ...targetOptions, vocabulary } : targetOptions
}

interface SentAgain {
  readonly exchange: Exchange
  readonly twin: Exchange | undefined
}

async function sentAgain(
  former: FormerCase,
  target: Target,
  options: RunOptions,
  { operations }: Catalogue,
  signal: AbortSignal,
): Promise<SentAgain> {
  const { send, close } = openResender(target, options, operations, signal)
  try {
    const twin = former.twin === undefined ? undefined : await send(former.twin.request, former.twin.id)
    return { twin, exchange: await send(former.exchange.request, former.exchange.id) }
  } finally {
    await close()
  }
}

/** With its twin sent again too, the case is judged by what the target does now; without one, beside its old run. */
function compared(
  former: FormerCase,
  exchange: Exchange,
  twin: Exchange | undefined,
  catalogue: Catalogue,
): Comparison {
  const judge = twin === undefined ? former.judge : startJudge(catalogue)
  if (twin !== undefined) judge.see(twin)
  return compare(idsFor(former.exchange, catalogue), {
    before: { judge: former.judge, exchange: former.exchange },
    now: { judge, exchange },
  })
}

/** The requirements that speak about the operation an exchange is for. */
function idsFor({ request }: Exchange, { operations, requirements }: Catalogue): readonly string[] {
  const operation = operations.find((candidate) => candidate.matches(request))?.id
  const speaking = requirements.filter(({ endpoint, alsoOn = [] }) =>
    [endpoint, ...alsoOn].some((one) => one === operation),
  )
  return speaking.map(({ id }) => id)
}
