import { dirname, join, relative, resolve } from 'node:path'
import { outFolder } from '../../../../core/files/out-folder.ts'
import { assertOwnFiles } from '../../../../core/files/own-files.ts'
import type { Catalogue } from '../../../../core/model/suite.ts'
import { UsageError } from '../../../../core/text/usage-error.ts'
import { choice, choices } from '../../../config/choices.ts'
import type { Config, LoadedConfig } from '../../../config/config.ts'
import { filesOfRun } from '../../../config/examples.ts'
import { reportersSeenFrom } from '../../../config/load-config.ts'
import { longestLabel } from '../../../config/problem.ts'
import { assertKeys, type CommandLine, type RunOptions, runOptionsOf } from '../../../config/run-options.ts'
import { shardOption } from '../../../config/selection.ts'
import { webOrigin } from '../../../config/target-url.ts'
import { type Destination, destinationsOf } from '../../../report/destinations.ts'
import type { Gate } from '../../../report/exit-code.ts'
import type { Io } from '../../io.ts'
import { docsIn } from '../../options/docs.ts'
import { positiveNumber, positiveTime, wholeNumber } from '../../options/numbers.ts'
import { withSummary } from '../../report/reporting.ts'
import { configMembers } from './config-options.ts'
import type { RunValues } from './options.ts'

/** The checked arguments of `mgi run`: the options of the run, and those of its output. */
export interface RunArguments extends RunOptions {
  readonly isPlanOnly: boolean
  /** True if `--plan` prints JSON. */
  readonly isPlanJson: boolean
  readonly replay: string | undefined
  /** The folder for reports and evidence, absolute. */
  readonly out: string
  /** The path as the user wrote it. */
  readonly outInWords: string
  readonly reporters: readonly Destination[]
  /** The gate of the exit status: the verdict, the effects on clients, or what happens behind the gateway. */
  readonly gate: Gate
  readonly isQuiet: boolean
  /** True if the seed was drawn for this run and must be shown. */
  readonly isSeedDrawn: boolean
}

/** Options that take keys, or whose texts are masked. */
const mayHaveKeys: ReadonlySet<string> = new Set(['key', 'upstream-key', 'label', 'target-version', 'mask', 'proxy'])

/** The fewest characters of a key that is looked for. */
const shortestKey = 6

/** Rejects a key in an option that reports, names of files or the screen would show. */
function assertNoKeys(options: Readonly<Record<string, unknown>>, keys: readonly (string | undefined)[]): void {
  const secrets = keys.filter((key) => key !== undefined && key.length >= shortestKey)
  for (const [name, value] of Object.entries(options))
    if (!mayHaveKeys.has(name) && [value].flat().some((one) => secrets.some((key) => String(one).includes(key!))))
      throw new UsageError(`--${name} contains a key, and reports would show it; take it out`)
}

/**
 * Reads the arguments of `mgi run` and the config file, which the command line overrides. Throws a `UsageError` for
 * invalid values before any request is sent.
 */
export function readRunOptions(
  [url]: readonly string[],
  written: RunValues,
  io: Io,
  catalogue: Catalogue,
  loaded?: LoadedConfig,
): RunArguments {
  const { cwd, env } = io
  assertCompatible(written)
  const config = { ...loaded?.config, ...membersIn(written), ...checkedIn(written), ...maskIn(written, loaded) }
  const out = outFolder(written.out ?? outOf(loaded) ?? 'mgi-report', cwd)
  const outInWords = written.out ?? (relative(cwd, out) || '.')
  assertOwnFiles(out, filesOfRun, `--out ${outInWords}`)
  const options = runOptionsOf(config, loaded, commandLineOf(url, written), { cwd, env, catalogue, out })
  assertNoKeys({ ...written, docs: options.docs }, [options.key, options.upstream?.key])
  const asked = written.reporter ?? (loaded && reportersSeenFrom(cwd, loaded))
  const reporters = destinationsOf(asked, { out, cwd, kept: [join(out, 'exchanges.ndjson')] })
  const printed = { ...config, ...(written.quiet === true ? { quiet: true } : {}), ...loud(written) }
  const gate = gateOf(config, options)
  if (written.plan !== true) assertKeys(options, loaded)
  return {
    ...options,
    isPlanOnly: written.plan === true,
    isPlanJson: written.plan === true && written.reporter !== undefined && isJsonAlone(reporters),
    replay: written.replay,
    out,
    outInWords,
    reporters: withSummary(reporters, printed),
    gate,
    isQuiet: printed.quiet === true,
    isSeedDrawn: config.seed === 'random',
  }
}

function commandLineOf(url: string | undefined, written: RunValues): CommandLine {
  return {
    url,
    key: written.key,
    connection: written,
    out: written.out,
    timeout: written.timeout,
    imageOrigins: (written['allow-origin'] ?? []).map(webOrigin),
    shard: shardOption(written.shard),
    knownFailures: written,
    upstream: written,
    plugins: written.plugin,
    purpose: written.plan === true ? 'plan' : written.replay === undefined ? 'run' : 'replay',
  }
}

/** Returns the gate of the exit status. Rejects a gate that has nothing to decide it. */
function gateOf({ gateOn: gate = 'verdict' }: Config, { clients, upstream }: RunOptions): Gate {
  if (gate === 'clients' && clients.length === 0)
    throw new UsageError(
      'the gate is clients, and none is named; add --clients, such as --clients openai,anthropic-sdk',
    )
  if (gate === 'upstream' && upstream === undefined)
    throw new UsageError('the gate is upstream, and the suite plays none; add --upstream PORT')
  return gate
}

/** Returns the members with a check or a meaning of their own on the command line. */
function checkedIn(written: RunValues): Config {
  const members = {
    docs: docsIn(written),
    label: named('label', written.label),
    targetVersion: named('target-version', written['target-version']),
    strict: written['no-strict'] === true ? false : written.strict,
  }
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
}

/** Checks a name for reports. It must be one line, and short enough for a headline. */
function named(option: string, text: string | undefined): string | undefined {
  if (text === undefined || (text.trim() !== '' && text.length <= longestLabel && !/\p{Cc}/u.test(text))) return text
  throw new UsageError(`--${option}: give one line of 1 to ${longestLabel} characters`)
}

/** Returns `quiet` and `verbose` for `--verbose`, which overrides both members of a config file. */
function loud({ verbose }: RunValues): Pick<Config, 'quiet' | 'verbose'> {
  return verbose === true ? { verbose, quiet: false } : {}
}

function maskIn({ mask }: RunValues, loaded: LoadedConfig | undefined): Pick<Config, 'mask'> {
  return mask === undefined ? {} : { mask: [...(loaded?.config.mask ?? []), ...mask] }
}

/** Resolves the output folder of a config file relative to that file. */
function outOf(loaded: LoadedConfig | undefined): string | undefined {
  const out = loaded?.config.out
  return out === undefined || loaded === undefined ? undefined : resolve(dirname(loaded.file), out)
}

/** Rejects contradictory options, and options without effect in combination with another. */
export function assertCompatible(written: RunValues): void {
  if (written.plan === true && written.replay !== undefined)
    throw new UsageError('--plan and --replay exclude each other; give one of them')
  if (written.strict === true && written['no-strict'] === true)
    throw new UsageError('--strict and --no-strict exclude each other; give one of them')
  if (written.replay !== undefined) assertOfReplay(written)
}

/**
 * The options that may accompany `--replay`: they locate the case and the target. The evidence contains everything
 * else.
 */
const ofReplay: readonly (keyof RunValues)[] = [
  'replay',
  'out',
  'config',
  'key',
  'plugin',
  'quiet',
  'timeout',
  'allow-origin',
  'ca',
  'cert',
  'cert-key',
  'insecure',
  'proxy',
  'upstream',
  'upstream-host',
  'upstream-key',
]

function assertOfReplay(written: RunValues): void {
  const ignored = (Object.keys(written) as (keyof RunValues)[]).filter((option) => !ofReplay.includes(option))
  if (ignored.length === 0) return
  const [names, them] = [ignored.map((option) => `--${option}`).join(', '), ignored.length === 1 ? 'it' : 'them']
  throw new UsageError(
    `--replay sends one case again and writes no reports, so ${names} would do nothing; leave ${them} out`,
  )
}

/** Returns whether `--plan` prints JSON. Rejects other reports. */
function isJsonAlone(reporters: readonly Destination[]): boolean {
  const stranger = reporters.find(({ format }) => format !== 'json')
  if (stranger === undefined) return true
  throw new UsageError(`--plan has no ${stranger.format} report; use --plan alone, or --plan --reporter json`)
}

/** The member that an option sets, and how its value is read. */
type MemberOfOption = { readonly member: string } & Reading

type Reading =
  | { readonly read: 'flag' | 'text' | 'texts' | 'list' }
  | { readonly read: 'integer'; readonly least: number; readonly most: number; readonly words?: readonly string[] }
  | { readonly read: 'number' | 'duration'; readonly most: number }
  | { readonly read: 'choice' | 'choices'; readonly words: readonly string[] }

function membersIn(written: RunValues): Config {
  const members: readonly (readonly [string, MemberOfOption])[] = Object.entries(configMembers)
  const given = members.map(([option, member]) => {
    const value = written[option as keyof RunValues]
    return [member.member, value === undefined ? undefined : read(option, value, member)] as const
  })
  return Object.fromEntries(given.filter(([, value]) => value !== undefined))
}

function read(option: string, given: string | boolean | readonly string[], reading: Reading): unknown {
  if (typeof given === 'boolean') return given
  return typeof given === 'string' ? readText(option, given, reading) : readTexts(option, given, reading)
}

function readText(option: string, text: string, reading: Reading): unknown {
  switch (reading.read) {
    case 'integer':
      return reading.words?.includes(text) ? text : wholeNumber(option, text, reading)
    case 'number':
      return positiveNumber(option, text, reading.most)
    case 'duration':
      return positiveTime(option, text, reading.most)
    case 'choice':
      return choice(option, text, reading.words)
    default:
      return text
  }
}

function readTexts(option: string, texts: readonly string[], reading: Reading): unknown {
  if (reading.read === 'choices') return choices(option, texts, reading.words)
  return reading.read === 'list' ? texts.flatMap((text) => text.split(',')).map((text) => text.trim()) : texts
}
