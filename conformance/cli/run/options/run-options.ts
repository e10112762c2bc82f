import { join, relative } from 'node:path'
import type { Selection } from '../../../evidence/frame.ts'
import type { Shard } from '../../../explore/plan/shard.ts'
import type { Catalogue } from '../../../model/suite.ts'
import { type Profile, profiles } from '../../../model/vocabulary.ts'
import type { Values } from '../../command.ts'
import type { LoadedConfig } from '../../config/config.ts'
import { optionValues } from '../../config/option-values.ts'
import { readTargetOptions } from '../../config/read-target-options.ts'
import type { TargetOptions } from '../../config/target-options.ts'
import { withConnection } from '../../config/with-connection.ts'
import type { Io } from '../../io.ts'
import type { KnownFailureOptions } from '../../known-failures/options.ts'
import { readKnownFailureOptions } from '../../known-failures/options.ts'
import { choice } from '../../options/choices.ts'
import type { ConnectionWords } from '../../options/connection.ts'
import { keyOf } from '../../options/key.ts'
import { anySeed, wholeNumber } from '../../options/numbers.ts'
import { outFolder } from '../../options/out-folder.ts'
import { shardOption } from '../../options/shard.ts'
import { targetUrl } from '../../options/target-url.ts'
import { webOrigin } from '../../options/web-origin.ts'
import { type Destination, destinationsOf } from '../../report/destinations.ts'
import { withSummary } from '../../report/reporting.ts'
import { assertTargetIsKnown } from '../target/missing-target.ts'
import { assertCompatible, isJsonAlone } from './compatible-options.ts'
import type { Configured } from './configured.ts'
import { type LimitOptions, limitOptions } from './limit-options.ts'
import type { runOptionSpecs } from './options.ts'
import { selectionOf } from './selection-option.ts'

/** What the user wants of a run, checked. */
export interface RunOptions extends Configured, LimitOptions {
  /** Absent: the embedded reference server. */
  readonly url: string | undefined
  readonly key: string | undefined
  readonly targetOptions: TargetOptions
  readonly selection: Selection
  readonly profile: Profile
  readonly seed: number
  /** Origins beside the target's own from which the images that replies name are fetched. */
  readonly imageOrigins: readonly string[]
  readonly strict: boolean
  readonly isPlanOnly: boolean
  /** Whether the plan is printed for machines. */
  readonly isPlanJson: boolean
  /** Carries out only one share of the plan. */
  readonly shard: Shard | undefined
  readonly replay: string | undefined
  readonly knownFailures: KnownFailureOptions
  /** The folder for reports and evidence. */
  readonly out: string
  /** The same for people. */
  readonly outInWords: string
  readonly reporters: readonly Destination[]
  readonly isQuiet: boolean
  /** What has to be said again for a command that means the same run. */
  readonly said: Said
}

/** The parts of a command line that a command to repeat a case takes over. */
export interface Said {
  /** The config file as it was named or found. */
  readonly config: string | undefined
  /** Whether the URL was given beside it. */
  readonly hasUrl: boolean
  /** Where the key was given, for advice. */
  readonly keyFrom: string
  /** The folder as it was given on the command line. */
  readonly out: string | undefined
  /** Whether the key of the command line won over one of the config file. */
  readonly isKeyOverriding: boolean
  readonly connection: ConnectionWords
  /** Seconds. */
  readonly timeout: string | undefined
}

export type RunValues = Values<typeof runOptionSpecs>

/**
 * Reads what the user wrote after `mgi run` and in the config file; the command line wins. Whatever cannot be meant is a
 * `UsageError`, before anything is sent.
 */
export function readRunOptions(
  positionals: readonly string[],
  written: RunValues,
  io: Io,
  catalogue: Catalogue,
  loaded?: LoadedConfig,
): RunOptions {
  const values: RunValues = { ...(loaded === undefined ? {} : optionValues(loaded)), ...written }
  const address = positionals[0] ?? loaded?.config.target
  const place = positionals[0] === undefined ? loaded?.at('/target') : undefined
  const url = address === undefined ? undefined : targetUrl(address, place)
  const key = keyOf(written.key, io.env, { key: loaded?.config.key, place: loaded?.at('/key') ?? '' })
  const isFromFile = written.key === undefined && loaded?.config.key !== undefined
  const targetOptions = withConnection(readTargetOptions(loaded, { value: key, isFromFile }, io), written, io)
  const selection = selectionOf(values, catalogue, loaded)
  assertCompatible(written)
  assertTargetIsKnown({ url, written, loaded, selection, targetOptions })
  const out = outFolder(values.out ?? 'mgi-report', io.cwd)
  const kept = [join(out, 'exchanges.ndjson')]
  const reporters = destinationsOf(values.reporter, { out, cwd: io.cwd, kept })
  return {
    url,
    key: key ?? Object.values(targetOptions.credentials)[0]?.key,
    targetOptions,
    selection,
    betas: loaded?.config.betas ?? [],
    speech: speechOf(loaded),
    profile: choice('profile', values.profile ?? 'standard', profiles),
    seed: wholeNumber('seed', values.seed, anySeed) ?? 1,
    ...limitOptions(values),
    imageOrigins: [...targetOptions.fetchOrigins, ...(values['allow-origin'] ?? []).map(webOrigin)],
    strict: written.strict === true || (written['no-strict'] !== true && loaded?.config.strict === true),
    isPlanOnly: written.plan === true,
    isPlanJson: written.plan === true && written.reporter !== undefined && isJsonAlone(reporters),
    shard: shardOption(values.shard),
    replay: written.replay,
    knownFailures: readKnownFailureOptions(written, loaded, io.cwd, catalogue),
    out,
    outInWords: written.out ?? (relative(io.cwd, out) || '.'),
    reporters: withSummary(reporters, written.quiet === true),
    isQuiet: written.quiet === true,
    said: {
      config: loaded?.name,
      hasUrl: positionals[0] !== undefined,
      keyFrom: isFromFile ? `key: in ${loaded.name}` : '--key or MGI_API_KEY',
      out: written.out,
      isKeyOverriding: written.key !== undefined && loaded?.raw.key !== undefined,
      connection: written,
      timeout: written.timeout,
    },
  }
}

function speechOf(loaded: LoadedConfig | undefined): RunOptions['speech'] {
  const speech = loaded?.config.speech
  return speech && { voice: speech.voice, languageCode: speech.languageCode ?? 'en-US' }
}
