import { resolve } from 'node:path'
import process from 'node:process'
import type { Exchange } from '../../core/model/exchange.ts'
import type { Report } from '../../core/model/report.ts'
import type { Requirement } from '../../core/model/requirement.ts'
import { UsageError } from '../../core/text/usage-error.ts'
import type { Environment } from '../../engine/record/client/proxy-settings.ts'
import { vendors, withVendorWords } from '../../engine/record/har/vendors.ts'
import { withRequirements } from '../../specification/plugins/define-requirement.ts'
import { loadPlugins } from '../../specification/plugins/load-plugins.ts'
import type { Config } from '../config/config.ts'
import { catalogueFor } from '../config/edition.ts'
import { readKey } from '../config/keys.ts'
import { readKnownFailureOptions } from '../config/known-failures/options.ts'
import { configOf } from '../config/load-config.ts'
import { checkedMasks } from '../config/masks.ts'
import { targetUrl } from '../config/target-url.ts'
import { vocabularyOf } from '../config/vocabulary.ts'
import { rejectUnknownAdditions } from './added-requirements.ts'
import { groupByTarget, type TargetFiles } from './by-target.ts'
import { checkFiles } from './check-files.ts'
import { findRecordings } from './find-recordings.ts'
import type { HarOptions } from './har/frame.ts'
import { startHarReading } from './har/items.ts'
import { catalogueForFiles } from './recorded-edition.ts'

/** A file of recorded traffic. It is read during judging, one exchange at a time. */
export interface Recording {
  readonly file: string
  /** The settings of the gateway for a HAR. */
  readonly about?: HarTarget
}

/** Facts about a gateway that a HAR does not contain: its base URL, keys and names. */
export interface HarTarget
  extends Pick<
    Config,
    | 'target'
    | 'key'
    | 'keys'
    | 'models'
    | 'headers'
    | 'vendorHeaders'
    | 'version'
    | 'credential'
    | 'baseUrls'
    | 'unsupported'
    | 'mask'
  > {}

export interface JudgeOptions extends Pick<Config, 'edition' | 'strict' | 'knownFailures' | 'plugins'> {
  /** Additional requirements, created by `defineRequirement`. */
  readonly requirements?: readonly Requirement[]
  readonly onExchange?: (exchange: Exchange) => void
  readonly signal?: AbortSignal
  /** The folder for relative paths; by default that of the process. */
  readonly cwd?: string
  readonly env?: Environment
}

/** Returns a recording of the evidence of a run. `file` is an `exchanges.ndjson` or its folder. */
export function readEvidence(file: string): Recording {
  return { file }
}

/** Returns a recording of a HAR from a browser or proxy. By default, the gateway is taken from the HAR. */
export function readHar(file: string, about: HarTarget = {}): Recording {
  return { file, about }
}

/**
 * Judges recorded traffic without sending requests. Several recordings of one target are judged together, as one run.
 * Results that need missing parts of a recording are inconclusive. A recording without a plan is not expected to cover
 * everything.
 *
 * Rejects with a `UsageError` if a file cannot be read. If `signal` is aborted, rejects with its reason.
 *
 * @example
 * const report = await judge(readHar('traffic.har', { target: 'https://gateway.example' }))
 */
export async function judge(recordings: Recording | readonly Recording[], options: JudgeOptions = {}): Promise<Report> {
  const [report] = await reportsOn(recordings, options, onlyGroup)
  return report!
}

/**
 * Judges recorded traffic of several hosts like `judge`. Returns a report for each host, in the order in which they are
 * found.
 */
export async function judgeEach(
  recordings: Recording | readonly Recording[],
  options: JudgeOptions = {},
): Promise<readonly Report[]> {
  return reportsOn(recordings, options, (groups) => groups)
}

type Choice = (groups: readonly TargetFiles[]) => readonly TargetFiles[]

async function reportsOn(
  recordings: Recording | readonly Recording[],
  options: JudgeOptions,
  choice: Choice,
): Promise<readonly Report[]> {
  const { cwd = process.cwd(), env = process.env, onExchange, requirements = [] } = options
  const { edition, strict, knownFailures, plugins, signal = new AbortController().signal } = options
  const loaded = configOf(JSON.parse(JSON.stringify({ edition, strict, knownFailures, plugins })), { cwd, env })
  const list = [recordings].flat()
  if (list.length === 0) throw new UsageError('there is no recording to judge; name one with readEvidence or readHar')
  const found = findRecordings(list.map(({ file }) => resolve(cwd, file)))
  const judging =
    edition === undefined ? await catalogueForFiles(found.files, undefined) : catalogueFor(undefined, loaded)
  const extended = withRequirements(judging, [...requirements, ...(await loadPlugins(plugins ?? [], cwd))])
  const about = Object.assign({}, ...list.map((one) => one.about ?? {})) as HarTarget
  const har = startHarReading({ options: harOptions(about, cwd, env), operations: extended.operations, signal })
  try {
    const { groups } = await groupByTarget(found, har, undefined)
    const chosen = choice(groups)
    const judged = chosen.flatMap(({ files }) => files)
    await rejectUnknownAdditions(judged, extended, 'pass it in requirements, or name its module in plugins')
    const reports: Report[] = []
    for (const { target, files } of chosen) {
      const report = await checkFiles(files, extended, {
        isStrict: strict === true,
        groups: readKnownFailureOptions({}, loaded, cwd, extended).groups,
        readHar: har.reading(target, files),
        onExchange,
        signal,
      })
      if (report === undefined) throw signal.reason
      reports.push(report)
    }
    return reports
  } finally {
    har.close()
  }
}

function onlyGroup(groups: readonly TargetFiles[]): readonly TargetFiles[] {
  const [first, second] = groups
  if (first === undefined) throw new UsageError('there is nothing to judge in these recordings')
  if (second === undefined) return groups
  throw new UsageError(
    `the recordings are of ${first.target} and ${second.target}; name one as target, or use judgeEach`,
  )
}

function harOptions(about: HarTarget, cwd: string, env: Environment): HarOptions {
  const { config, at } = configOf(about, { cwd, env })
  const { vendorHeaders: named } = config
  const key = readKey(undefined, env, { key: config.key, place: at('/key') })
  return {
    target: config.target === undefined ? undefined : targetUrl(config.target, at('/target')),
    keys: [...new Set([...(key === undefined ? [] : [key]), ...Object.values(config.keys ?? {})])],
    vocabulary: withVendorWords(vocabularyOf(config, at), named ?? []),
    unsupported: config.unsupported ?? [],
    vendors: named ?? [],
    recognised: named ?? vendors,
    masks: checkedMasks(config.mask),
  }
}
