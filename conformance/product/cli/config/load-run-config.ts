import type { Config, LoadedConfig } from '../../config/config.ts'
import { loadConfig } from '../../config/load-config.ts'
import type { Io } from '../io.ts'
import type { RunValues } from '../run/options/options.ts'

/** The member of a config file that each option overrides. */
const overrides: Partial<Readonly<Record<keyof RunValues, keyof Config>>> = {
  key: 'key',
  area: 'areas',
  requirement: 'requirements',
  plugin: 'plugins',
  profile: 'profile',
  out: 'out',
  reporter: 'reporters',
  shard: 'shard',
  'known-failures': 'knownFailures',
}

/** The members that `--plan` does not need, because it sends nothing. */
const unsent: readonly (keyof Config)[] = ['key', 'keys', 'extraHeaders', 'proxy']

/**
 * Reads the config file of `mgi run`, if there is one. Environment variables may be unset in members that the command
 * line overrides.
 */
export function loadRunConfig(positionals: readonly string[], written: RunValues, io: Io): LoadedConfig | undefined {
  const given = (Object.keys(written) as (keyof RunValues)[]).flatMap((option) => overrides[option] ?? [])
  const overridden = [
    ...given,
    ...(positionals.length > 0 ? (['target'] as const) : []),
    ...(written.plan === true ? unsent : []),
  ]
  return loadConfig({ given: written.config, cwd: io.cwd, env: io.env, overridden })
}

/** Returns the notes on a config file that are shown before the run starts. */
export function noticeOf({ name, raw, at }: LoadedConfig): string {
  const written = [
    ...literal('/key', raw.key),
    ...Object.entries(raw.keys ?? {}).flatMap(([area, key]) => literal(`/keys/${area}`, key)),
  ]
  const warnings = written.map(
    (pointer) =>
      `mgi: ${at(pointer)}: the key is written out here; better name an environment variable, as \${MGI_API_KEY}\n`,
  )
  return [`using ${name}\n`, ...warnings].join('')
}

function literal(pointer: string, key: string | undefined): readonly string[] {
  return key === undefined || key.includes('${') ? [] : [pointer]
}
