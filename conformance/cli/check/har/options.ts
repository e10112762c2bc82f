import type { Vocabulary } from '../../../evidence/frame.ts'
import type { Config } from '../../config/config.ts'
import { loadConfig } from '../../config/load-config.ts'
import { vocabularyOf } from '../../config/read-target-options.ts'
import type { Io } from '../../io.ts'
import { keyOf } from '../../options/key.ts'
import { targetUrl } from '../../options/target-url.ts'
import { UsageError } from '../../usage-error.ts'

/** What a user says of the target whose traffic a HAR holds. */
export interface HarOptions {
  /** Its base URL; where none is said, the HAR tells. */
  readonly target: string | undefined
  readonly keys: readonly string[]
  readonly vocabulary: Vocabulary
  readonly unsupported: readonly string[]
}

/** The options of `check` that speak of HARs. */
export const harOptionSpecs = {
  target: {
    type: 'string',
    value: 'URL',
    help: 'In a HAR, the base URL of the gateway (default: the one that its entries have in common).',
  },
  key: {
    type: 'string',
    value: 'KEY',
    help: 'In a HAR, the key that is valid (or MGI_API_KEY; default: the one that was let in most).',
  },
  config: {
    type: 'string',
    value: 'FILE',
    help: 'For a HAR, the config with the names of models and headers (default mgi.config.yaml, .yml or .json).',
  },
} as const

type Given = Partial<Readonly<Record<keyof typeof harOptionSpecs, string>>>

/** What a config file says that has nothing to do with recorded traffic: its variables need not be set. */
const idle = ['key', 'keys', 'extraHeaders', 'proxy', 'tls'] as const satisfies readonly (keyof Config)[]

/** Reads the options for HARs. Where there is none among the files, they are refused. */
export function readHarOptions(values: Given, hasHar: boolean, { cwd, env }: Pick<Io, 'cwd' | 'env'>): HarOptions {
  const [given] = Object.keys(harOptionSpecs).filter((name) => values[name as keyof Given] !== undefined)
  if (!hasHar && given !== undefined)
    throw new UsageError(`--${given} is about HAR files, and none is named; evidence says by itself what it is of`)
  const unneeded = values.target === undefined ? idle : ([...idle, 'target'] as const)
  const loaded = hasHar ? loadConfig({ given: values.config, cwd, env, overridden: unneeded }) : undefined
  const { target, key, keys, unsupported } = loaded?.config ?? {}
  const common = hasHar ? keyOf(values.key, env, { key, place: loaded?.at('/key') ?? '' }) : undefined
  const base = values.target ?? target
  return {
    target: base === undefined ? undefined : targetUrl(base),
    keys: [...new Set([...(common === undefined ? [] : [common]), ...Object.values(keys ?? {})])],
    vocabulary: loaded === undefined ? {} : vocabularyOf(loaded.config),
    unsupported: unsupported ?? [],
  }
}
