import { counted } from '../../core/text/counted.ts'
import { UsageError } from '../../core/text/usage-error.ts'
import type { Environment } from '../../engine/record/client/proxy-settings.ts'
import type { Config, LoadedConfig } from './config.ts'
import { assertKey } from './keys.ts'

/** The provider that the suite plays behind the gateway, as the user asked for it. */
export interface UpstreamSettings {
  readonly port: number
  readonly host: string
  /** The key that the gateway sends to it; by default a new one is drawn. */
  readonly key: string | undefined
  /** The source of the key, for messages; `undefined` if it is drawn. */
  readonly keyFrom: string | undefined
  /** Texts that the gateway adds to requests on purpose. */
  readonly adds: readonly string[]
}

/** The options of the command line for the upstream, which override the config file. */
export interface UpstreamWords {
  readonly upstream?: string | undefined
  readonly 'upstream-host'?: string | undefined
  readonly 'upstream-key'?: string | undefined
}

/** The fewest characters of a key. A shorter one cannot be recognised where it does not belong. */
const shortestKey = 8

/** Reads the upstream of a run; `undefined` if none is asked for. */
export function readUpstreamOptions(
  { upstream: configured }: Config,
  written: UpstreamWords,
  loaded: LoadedConfig | undefined,
  env: Environment,
): UpstreamSettings | undefined {
  const port = written.upstream === undefined ? configured?.port : portIn(written.upstream)
  const stray = (['upstream-host', 'upstream-key'] as const).find((option) => written[option] !== undefined)
  if (port === undefined) {
    if (stray !== undefined) throw new UsageError(`--${stray} needs --upstream PORT`)
    return undefined
  }
  const from = sourceOf(written, configured?.key, loaded)
  const key = written['upstream-key'] ?? configured?.key ?? (env['MGI_UPSTREAM_KEY'] || undefined)
  if (key !== undefined && key.length < shortestKey)
    throw new UsageError(`${from}: the key has ${counted(key.length, 'character')}; give at least ${shortestKey}`)
  return {
    port,
    host: written['upstream-host'] ?? configured?.host ?? '127.0.0.1',
    ...(key === undefined ? { key, keyFrom: undefined } : { key: assertKey(key, from), keyFrom: from }),
    adds: configured?.adds ?? [],
  }
}

/**
 * Throws a `UsageError` if a key would be drawn for the upstream of a gateway that is already configured: it would send
 * another one.
 */
export function assertUpstreamKey(upstream: UpstreamSettings | undefined, subject: string): void {
  if (upstream === undefined || upstream.key !== undefined) return
  throw new UsageError(
    `${subject} needs the key that the gateway sends to its provider; give it as --upstream-key or in the environment as MGI_UPSTREAM_KEY`,
  )
}

/** Returns the place of the key, for messages. */
function sourceOf(written: UpstreamWords, configured: string | undefined, loaded: LoadedConfig | undefined): string {
  if (written['upstream-key'] !== undefined) return '--upstream-key'
  return configured === undefined ? 'MGI_UPSTREAM_KEY' : (loaded?.at('/upstream/key') ?? 'upstream.key')
}

function portIn(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (port <= 65_535) return port
  throw new UsageError(`--upstream ${text}: give a port from 0 to 65535, such as 9100`)
}
