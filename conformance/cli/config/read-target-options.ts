import type { Vocabulary } from '../../evidence/frame.ts'
import { type Area, areas } from '../../model/vocabulary.ts'
import { speechModel } from '../../operations/content-generation/probes/speech.ts'
import { assertKey } from '../options/key.ts'
import { UsageError } from '../usage-error.ts'
import type { Config, LoadedConfig } from './config.ts'
import { connectionFiles, connectionOf } from './connection.ts'
import { assertDistinctModels } from './distinct-models.ts'
import { type Environment, onlyVariable } from './expand.ts'
import { extraHeadersOf } from './extra-headers.ts'
import { proxySecrets } from './proxy-secrets.ts'
import { type Credential, plainTarget, type TargetOptions } from './target-options.ts'

/** The variable that commands name where the config file does not say another one. */
const usualVariable = 'MGI_API_KEY'

/** What the user says of the target. `key` is what serves where an area has none of its own. */
export function readTargetOptions(
  loaded: LoadedConfig | undefined,
  key: { readonly value: string | undefined; readonly isFromFile: boolean },
  { env, cwd }: { readonly env: Environment; readonly cwd: string },
): TargetOptions {
  const variable = key.isFromFile ? onlyVariable(loaded?.raw.key) : undefined
  const common = key.value === undefined ? undefined : { key: key.value, variable: variable ?? usualVariable }
  const credentials = credentialsOf(loaded, common)
  if (loaded === undefined) return { ...plainTarget, credentials }
  assertDistinctModels(loaded)
  const connection = connectionOf(loaded)
  const { extraHeaders, labels: held, secrets } = extraHeadersOf(loaded, env)
  return {
    vocabulary: vocabularyOf(loaded.config),
    credentials,
    extraHeaders,
    labels: held,
    secrets: [...secrets, ...proxySecrets(connection.proxy)],
    connection,
    connectionFiles: connectionFiles(loaded, cwd),
    fetchOrigins: (loaded.config.images?.fetchOrigins ?? []).map((text, index) =>
      originOf(text, loaded.at(`/images/fetchOrigins/${index}`)),
    ),
  }
}

function credentialsOf(loaded: LoadedConfig | undefined, common: Credential | undefined): TargetOptions['credentials'] {
  const entries = areas.flatMap((area): readonly (readonly [Area, Credential])[] => {
    const own = loaded?.config.keys?.[area]
    if (loaded === undefined || own === undefined) return common === undefined ? [] : [[area, common]]
    assertKey(own, loaded.at(`/keys/${area}`))
    const variable = onlyVariable(loaded.raw.keys?.[area])
    return [[area, { key: own, variable: variable ?? `MGI_${area.toUpperCase().replaceAll('-', '_')}_KEY` }]]
  })
  return Object.fromEntries(entries)
}

/** The document's labels of the models that a config file names. */
const labels = {
  'image-model-1': 'image-model-1',
  'image-model-2': 'image-model-2',
  'image-model-multi': 'image-model-multi',
  'content-generation': 'content-model-1',
  messages: 'messages-model-1',
} as const satisfies Record<keyof NonNullable<Config['models']>, string>

/** What a config file says the target calls things. */
export function vocabularyOf({ models, speech, headers, version }: Config): Vocabulary {
  const named = Object.entries(models ?? {}).map(([name, model]) => [labels[name as keyof typeof labels], model])
  const speaking = speech === undefined ? [] : [[speechModel, speech.model]]
  return {
    ...(named.length + speaking.length === 0 ? {} : { models: Object.fromEntries([...named, ...speaking]) }),
    ...(headers === undefined ? {} : { headers }),
    ...(version === undefined ? {} : { version }),
  }
}

function originOf(text: string, place: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin
  throw new UsageError(`${place}: "${text}" is no origin; write https://HOST or https://HOST:PORT, without a path`)
}
