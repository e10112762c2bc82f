import { randomInt } from 'node:crypto'
import type { Catalogue } from '../../core/model/suite.ts'
import { type Area, areas, type Profile } from '../../core/model/vocabulary.ts'
import { suggestion } from '../../core/text/nearest.ts'
import { UsageError } from '../../core/text/usage-error.ts'
import type { Exploration } from '../../engine/plan/budget.ts'
import type { Shard } from '../../engine/plan/shard.ts'
import { hiddenOf } from '../../engine/record/client/keys.ts'
import type { Environment } from '../../engine/record/client/proxy-settings.ts'
import type { Selection } from '../../engine/record/evidence/frame.ts'
import { createRedactor } from '../../engine/record/evidence/redact.ts'
import type { Configured } from '../../specification/areas/configured.ts'
import { clientNames } from '../../specification/traceability/client-impact.ts'
import type { Config, LoadedConfig } from './config.ts'
import { type ConnectionWords, withConnection } from './connection.ts'
import { docsUrl } from './docs-url.ts'
import { secondsOf } from './duration.ts'
import { type ExampleRequest, readExamples } from './examples.ts'
import { assertNoWords, type GivenKey, readKey } from './keys.ts'
import { type KnownFailureOptions, readKnownFailureOptions } from './known-failures/options.ts'
import { checkedMasks } from './masks.ts'
import { type RequestMembers, requestMembersOf } from './request-members.ts'
import { mostShards, selectionOf, shardOption } from './selection.ts'
import { readTargetOptions, type TargetOptions } from './target-options.ts'
import { targetUrl } from './target-url.ts'
import { readUpstreamOptions, type UpstreamSettings, type UpstreamWords } from './upstream-options.ts'

const usualConcurrency = 4
/** As many as the checks that replies do not mix send. A number from the user holds for them, too. */
const usualTogether = 8

/** The default timeout of an exchange, in seconds. */
const usualTimeout = 60

interface LimitOptions {
  readonly concurrency: number
  /** The most requests under way at once in the checks that replies do not mix. */
  readonly together: number
  /** The maximum number of requests per second. */
  readonly rate: number | undefined
  readonly maxRequests: number | undefined
  /** The maximum number of model calls that the target may accept; by default that of the profile (`defaultLimit`). */
  readonly maxBilled: number | undefined
  /** The maximum number of images that the target may generate. */
  readonly maxImages: number | undefined
  readonly maxSeconds: number | undefined
  readonly timeoutSeconds: number
}

/** The checked options of a run: everything that decides which requests are sent and how responses are judged. */
export interface RunOptions extends Configured, LimitOptions {
  /** `undefined` for the embedded reference server. */
  readonly url: string | undefined
  readonly key: string | undefined
  readonly targetOptions: TargetOptions
  readonly selection: Selection
  readonly profile: Profile
  readonly seed: number
  /** The amount of additional random requests after the plan, by default none. */
  readonly explore: Exploration | undefined
  /** Requests to send first. */
  readonly examples: readonly ExampleRequest[]
  /** Members that the target needs in every request of an operation. */
  readonly requests: RequestMembers
  /** Patterns of text that is masked everywhere. */
  readonly masks: readonly string[]
  /** Additional origins from which images may be fetched. */
  readonly imageOrigins: readonly string[]
  readonly strict: boolean
  /** The clients with a verdict in the report. */
  readonly clients: readonly string[]
  readonly docs: string | undefined
  /** The name and version of the target in reports. */
  readonly label: string | undefined
  readonly targetVersion: string | undefined
  /** The share of the plan to send, if not all of it. */
  readonly shard: Shard | undefined
  readonly knownFailures: KnownFailureOptions
  /** The provider that the suite plays behind the target. */
  readonly upstream: UpstreamSettings | undefined
  /** The folder for the evidence; by default a temporary file that exists until the run ends. */
  readonly out: string | undefined
  /** The arguments for commands that repeat a case. */
  readonly said: Said
}

interface Said {
  readonly config: string | undefined
  readonly hasUrl: boolean
  /** The source of the key, for messages. */
  readonly keyFrom: string
  readonly hasUpstream?: boolean
  /** The modules with further requirements that the command line names. */
  readonly plugins?: readonly string[]
  readonly out: string | undefined
  readonly isKeyOverriding: boolean
  readonly connection: ConnectionWords
  /** The timeout in seconds, as it was written. */
  readonly timeout: string | undefined
}

/** The options of the command line that a config does not have. */
export interface CommandLine {
  readonly url?: string | undefined
  readonly key?: string | undefined
  readonly connection?: ConnectionWords
  /** Additional origins from which images may be fetched. */
  readonly imageOrigins?: readonly string[]
  readonly shard?: Shard | undefined
  readonly knownFailures?: { readonly 'known-failures'?: string; readonly 'write-known-failures'?: string }
  /** The folder as it was written, for commands that repeat a case. */
  readonly out?: string | undefined
  /** The timeout in seconds, as it was written. */
  readonly timeout?: string | undefined
  readonly upstream?: UpstreamWords
  readonly plugins?: readonly string[] | undefined
  readonly purpose?: 'run' | 'plan' | 'replay'
}

interface Surroundings {
  readonly cwd: string
  readonly env: Environment
  readonly catalogue: Catalogue
  /** The absolute path of the folder for reports and evidence. */
  readonly out: string | undefined
}

/**
 * Returns the options of a run. `config` contains the members of `loaded`, overridden by those of the command line.
 * Throws a `UsageError` for invalid options before a request is sent, but not for a missing key: call `assertKeys` after
 * all other checks, so that a missing key hides no other mistake.
 */
export function runOptionsOf(
  config: Config,
  loaded: LoadedConfig | undefined,
  written: CommandLine,
  surroundings: Surroundings,
): RunOptions {
  const { cwd, env, catalogue, out } = surroundings
  const { purpose = 'run' } = written
  const target = givenTarget(written, loaded, surroundings)
  const { url, key, targetOptions } = target
  const selection = selectionOf(config, catalogue, loaded)
  assertTargetIsKnown({ url, isKeyWritten: written.key !== undefined, purpose, loaded })
  if (purpose !== 'plan') assertNoWords(givenKeys(target), { url, targetOptions }, catalogue)
  const upstream = readUpstreamOptions(config, written.upstream ?? {}, loaded, env)
  if (upstream !== undefined && url === undefined && purpose === 'run')
    throw new UsageError(
      '--upstream needs the URL of a gateway that uses it as its provider: mgi run URL --upstream PORT',
    )
  // A key that was pasted into the wrong option must not be printed or written.
  const text = redactionOf([key, upstream?.key], targetOptions, checkedMasks(config.mask, loaded))
  const hidden = (value: string | undefined) => value && text(value)
  return {
    url,
    key: key ?? Object.values(targetOptions.credentials)[0]?.key,
    targetOptions,
    selection: withReasons(selection, text),
    betas: config.betas ?? [],
    speech: speechOf(config),
    profile: config.profile ?? 'standard',
    seed: typeof config.seed === 'string' ? randomSeed() : (config.seed ?? 1),
    explore: explorationOf(config.explore),
    examples: purpose === 'replay' ? [] : readExamples(loaded, cwd, out),
    ...limitsIn(config, loaded),
    requests: requestMembersOf(loaded, catalogue),
    masks: checkedMasks(config.mask, loaded),
    imageOrigins: [...targetOptions.fetchOrigins, ...(written.imageOrigins ?? [])],
    strict: config.strict === true,
    clients: checkedClients(config.clients, loaded),
    label: hidden(config.label),
    targetVersion: hidden(config.targetVersion),
    docs: config.docs === undefined ? undefined : docsUrl(config.docs, loaded?.at('/docs') ?? 'docs'),
    shard: written.shard ?? shardIn(config, loaded),
    knownFailures: readKnownFailureOptions(written.knownFailures ?? {}, loaded, cwd, catalogue),
    upstream,
    out,
    said: saidIn(written, loaded, target.keyFrom),
  }
}

/** The target that the user named, and its keys. */
interface GivenTarget extends Pick<RunOptions, 'url' | 'key' | 'targetOptions'>, Pick<Said, 'keyFrom'> {}

function givenTarget(
  written: CommandLine,
  loaded: LoadedConfig | undefined,
  { cwd, env }: Pick<Surroundings, 'cwd' | 'env'>,
): GivenTarget {
  const url = urlOf(written.url, loaded)
  const key = readKey(written.key, env, { key: loaded?.config.key, place: loaded?.at('/key') ?? '' })
  const isFromFile = written.key === undefined && loaded?.config.key !== undefined
  const common = { value: url === undefined && loaded?.isOfProgram === true ? undefined : key, isFromFile }
  const own = readTargetOptions(loaded, common, { env, cwd })
  const keyFrom = isFromFile ? `key: in ${loaded.name}` : '--key or MGI_API_KEY'
  return { url, key, keyFrom, targetOptions: withConnection(own, written.connection ?? {}, { env, cwd }) }
}

/** Returns a function that removes keys, secrets and masked texts from a text. */
function redactionOf(
  own: readonly (string | undefined)[],
  { credentials, secrets }: TargetOptions,
  masks: readonly string[],
): (text: string) => string {
  const keys = [...own, ...Object.values(credentials).map((one) => one.key)]
  return createRedactor([...keys.flatMap((one) => (one === undefined ? [] : hiddenOf(one))), ...secrets], masks).text
}

function limitsIn(config: Config, loaded: LoadedConfig | undefined): LimitOptions {
  const { concurrency, rate, maxRequests, maxBilled, maxImages, maxTime, timeout } = config
  return {
    concurrency: concurrency ?? usualConcurrency,
    together: concurrency ?? usualTogether,
    rate,
    maxRequests,
    maxBilled,
    maxImages,
    maxSeconds: durationIn('maxTime', maxTime, 7 * 86_400, loaded),
    timeoutSeconds: durationIn('timeout', timeout, 86_400, loaded) ?? usualTimeout,
  }
}

function saidIn(written: CommandLine, loaded: LoadedConfig | undefined, keyFrom: string): Said {
  return {
    config: loaded?.isOfProgram === true ? undefined : loaded?.name,
    hasUrl: written.url !== undefined,
    hasUpstream: written.upstream?.upstream !== undefined,
    plugins: written.plugins ?? [],
    keyFrom,
    out: written.out,
    isKeyOverriding: written.key !== undefined && loaded?.raw.key !== undefined,
    connection: written.connection ?? {},
    timeout: written.timeout,
  }
}

/** Returns the selection with the reasons that the user gave for skips, changed by a function. */
function withReasons(selection: Selection, text: (reason: string) => string): Selection {
  const { skip } = selection
  if (skip === undefined) return selection
  return { ...selection, skip: skip.map((one) => ({ ...one, reason: text(one.reason) })) }
}

/** Reads a duration in seconds. The schema limits numbers only, so this rejects texts that mean more than `most`. */
function durationIn(
  member: 'maxTime' | 'timeout',
  duration: number | string | undefined,
  most: number,
  loaded: LoadedConfig | undefined,
): number | undefined {
  const seconds = secondsOf(duration)
  if (seconds !== undefined && seconds > most)
    throw new UsageError(`${loaded?.at(`/${member}`) ?? member}: ${duration} is longer than ${most} s`)
  return seconds
}

function urlOf(written: string | undefined, loaded: LoadedConfig | undefined): string | undefined {
  const target = loaded?.config.target
  if (written === undefined) return target === undefined ? undefined : targetUrl(target, loaded?.at('/target'))
  const url = targetUrl(written)
  if (loaded !== undefined && target !== undefined) assertSameTarget(url, target, loaded)
  return url
}

/**
 * Rejects base URLs of areas with a target other than that of their file, because keys would be sent to the wrong
 * server.
 */
function assertSameTarget(url: string, target: string, { config, at }: LoadedConfig): void {
  const own = targetUrl(target, at('/target'))
  if (config.baseUrls === undefined || own === url) return
  throw new UsageError(
    `${at('/baseUrls')}: baseUrls belong to the target ${own}, and the URL of the command line is ${url}; leave out the URL, or baseUrls`,
  )
}

function givenKeys({ key, keyFrom, targetOptions }: GivenTarget): readonly GivenKey[] {
  const own = Object.entries(targetOptions.credentials).map(([area, one]) => ({ key: one.key, from: `keys.${area}` }))
  return key === undefined ? own : [{ key, from: keyFrom }, ...own]
}

function shardIn({ shard }: Config, loaded: LoadedConfig | undefined): Shard | undefined {
  const from = `${loaded?.at('/shard') ?? 'the options'}: shard`
  return shardOption(shard, { most: mostShards, whole: 'a plan', from })
}

function speechOf({ speech }: Config): RunOptions['speech'] {
  return speech && { voice: speech.voice, languageCode: speech.languageCode ?? 'en-US' }
}

export type { Exploration }

/** Reads `explore`: `500` is a number of requests; `90s`, `10m` and `2h` are times. */
export function explorationOf(text: number | string | undefined): Exploration | undefined {
  if (text === undefined) return undefined
  const [, count, unit] = /^([1-9]\d{0,5})([smh]?)$/.exec(String(text)) ?? []
  if (count === undefined)
    throw new UsageError(`--explore ${text}: give a number of requests, such as 500, or a time, such as 90s, 10m or 2h`)
  const seconds = unit === '' ? undefined : secondsOf(String(text))
  return seconds === undefined ? { requests: Number(count) } : { seconds }
}

export function randomSeed(): number {
  return randomInt(1, 2 ** 31)
}

/** Checks the names of clients. The list of known clients is only read if a run names one. */
export function checkedClients(names: readonly string[] = [], loaded?: LoadedConfig): readonly string[] {
  if (names.length === 0) return []
  const known = clientNames()
  const unknown = names.find((name) => !known.includes(name))
  if (unknown === undefined) return [...new Set(names)]
  const place = loaded?.config.clients === names ? loaded.at('/clients') : '--clients'
  const near = suggestion(unknown, known)
  throw new UsageError(`${place}: no client is named "${unknown}"${near}; there are ${known.join(', ')}`)
}

/** The facts that show if a target is missing. */
interface TargetFacts {
  readonly url: string | undefined
  /** True if a key was given outside of the config. */
  readonly isKeyWritten: boolean
  readonly purpose: 'run' | 'plan' | 'replay'
  readonly loaded: LoadedConfig | undefined
}

/** Members that only make sense with a URL. */
const aboutTarget: readonly (keyof Config)[] = [
  'key',
  'keys',
  'models',
  'headers',
  'version',
  'credential',
  'baseUrls',
  'requests',
  'extraHeaders',
  'tls',
  'proxy',
  'betas',
  'speech',
  'images',
]

/** Rejects a key or names without a target. A plan needs neither. */
function assertTargetIsKnown({ url, isKeyWritten, purpose, loaded }: TargetFacts): void {
  if (url === undefined && isKeyWritten && purpose !== 'replay')
    throw new UsageError('--key was given without a URL; add the URL, or leave out --key to judge the reference server')
  const about = aboutTarget.find((member) => loaded?.config[member] !== undefined)
  if (url === undefined && about !== undefined && purpose === 'run')
    throw new UsageError(
      `${loaded?.at(`/${about}`)}: ${about} needs a target, and none is named; ${loaded?.isOfProgram === true ? 'add target' : 'add target: to the file, or the URL to the command'}`,
    )
}

/** Throws a `UsageError` if a tested area of the target has no key. */
export function assertKeys(
  { url, selection, targetOptions }: Pick<RunOptions, 'url' | 'selection' | 'targetOptions'>,
  loaded: LoadedConfig | undefined,
): void {
  if (url === undefined) return
  const without = areas.filter(
    (area) => selection.areas.includes(area) && targetOptions.credentials[area] === undefined,
  )
  if (without.length > 0) throw keyIsMissing(url, without, loaded)
}

function keyIsMissing(url: string, without: readonly Area[], loaded: LoadedConfig | undefined): UsageError {
  const whose = loaded?.config.keys === undefined ? '' : ` and the area ${without[0]}`
  if (loaded?.isOfProgram === true)
    return new UsageError(
      `a key for ${url}${whose} is missing; give it as key, or in the environment variable MGI_API_KEY`,
    )
  const where = loaded === undefined ? '' : `, as key: in ${loaded.name}`
  return new UsageError(
    `a key for ${url}${whose} is missing; give it as --key${where} or in the environment as MGI_API_KEY`,
  )
}
