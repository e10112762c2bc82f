import { dirname, resolve } from 'node:path'
import type { Catalogue } from '../../../core/model/suite.ts'
import { UsageError } from '../../../core/text/usage-error.ts'
import { type Vendor, vendors, withVendorWords } from '../../../engine/record/har/vendors.ts'
import { pluginPlaces } from '../../../specification/plugins/load-plugins.ts'
import { choices } from '../../config/choices.ts'
import type { Config } from '../../config/config.ts'
import { catalogueFor } from '../../config/edition.ts'
import { readKey } from '../../config/keys.ts'
import { loadConfig } from '../../config/load-config.ts'
import { checkedMasks } from '../../config/masks.ts'
import { targetUrl } from '../../config/target-url.ts'
import { vocabularyOf } from '../../config/vocabulary.ts'
import type { HarOptions } from '../../recorded/har/frame.ts'
import type { Values } from '../command.ts'
import type { Io } from '../io.ts'
import { maskOption } from '../options/mask.ts'

/** The options of `check` for HARs and cassettes. */
export const harOptionSpecs = {
  target: {
    type: 'string',
    value: 'URL',
    help: 'For HARs and cassettes: the base URL of the gateway (default: that of each host in them).',
  },
  key: {
    type: 'string',
    value: 'KEY',
    help: 'For HARs and cassettes: the valid key (or MGI_API_KEY; default: the key that was accepted most often).',
  },
  config: {
    type: 'string',
    value: 'FILE',
    help: 'For HARs and cassettes: the config with the names of models and headers (default mgi.config.yaml, .yml or .json).',
  },
  'vendor-headers': {
    type: 'string',
    multiple: true,
    value: 'LIST',
    help: `The vendors whose usual header names are read, and in recordings their usual paths: ${vendors.join(', ')} (with Vertex AI and Azure), or none (default: the header names of all, no paths).`,
  },
  mask: maskOption,
} as const

type Given = Values<typeof harOptionSpecs> & {
  readonly plugin?: readonly string[]
}

/** The options for HARs and cassettes, with the settings of a config. */
export interface RecordedOptions extends HarOptions {
  /** Absolute paths of plugins: those of the command line, or else those of a config that the user named. */
  readonly plugins: readonly string[]
  /** The places where they are named, for messages. */
  readonly pluginPlaces: readonly string[]
  /** The edition of the config. */
  readonly edition: string | undefined
  /** Returns the catalogue as that edition judges by it, or else the newest. */
  readonly catalogue: () => Catalogue
}

/** Members of a config file that do not apply to recorded traffic. Their environment variables need not be set. */
const idle = ['key', 'keys', 'extraHeaders', 'proxy', 'tls'] as const satisfies readonly (keyof Config)[]

/** Reads the options for HARs and cassettes. Rejects the options if no such file is given. */
export function readHarOptions(values: Given, hasHar: boolean, { cwd, env }: Pick<Io, 'cwd' | 'env'>): RecordedOptions {
  const [given] = Object.keys(harOptionSpecs).filter((name) => values[name as keyof Given] !== undefined)
  if (!hasHar && given !== undefined)
    throw new UsageError(
      `--${given} applies only to HARs and cassettes, and none is named; evidence already contains this information`,
    )
  const unneeded = values.target === undefined ? idle : ([...idle, 'target'] as const)
  const loaded = hasHar ? loadConfig({ given: values.config, cwd, env, overridden: unneeded }) : undefined
  const { target, key, keys, unsupported, vendorHeaders } = loaded?.config ?? {}
  const named = vendorsIn(values['vendor-headers']) ?? vendorHeaders
  const common = hasHar ? readKey(values.key, env, { key, place: loaded?.at('/key') ?? '' }) : undefined
  const base = values.target ?? target
  const from = loaded === undefined || values.plugin !== undefined ? cwd : dirname(loaded.file)
  // A config that lies beside foreign recordings must not run code, so only one that the user named does.
  const plugins = values.plugin ?? (values.config === undefined ? undefined : loaded?.config.plugins) ?? []
  return {
    target: base === undefined ? undefined : targetUrl(base),
    keys: [...new Set([...(common === undefined ? [] : [common]), ...Object.values(keys ?? {})])],
    vocabulary: withVendorWords(loaded === undefined ? {} : vocabularyOf(loaded.config, loaded.at), named ?? []),
    vendors: named ?? [],
    recognised: named ?? vendors,
    unsupported: unsupported ?? [],
    plugins: plugins.map((file) => resolve(from, file)),
    pluginPlaces: pluginPlaces(plugins, values.plugin, loaded),
    edition: loaded?.config.edition,
    catalogue: () => catalogueFor(undefined, loaded),
    masks: checkedMasks([...(loaded?.config.mask ?? []), ...(values.mask ?? [])], loaded),
  }
}

/** Returns the named vendors, of which `none` names none; `undefined` if the option is absent. */
function vendorsIn(texts: readonly string[] | undefined): readonly Vendor[] | undefined {
  const named = choices('vendor-headers', texts, [...vendors, 'none'])
  const others = named?.filter((one) => one !== 'none')
  if (others !== undefined && others.length > 0 && others.length !== named?.length)
    throw new UsageError('--vendor-headers: give none alone, or name vendors')
  return others
}
