import { type Area, areas } from '../../core/model/vocabulary.ts'
import { UsageError } from '../../core/text/usage-error.ts'
import type { Secret } from '../../engine/record/client/keys.ts'
import type { Environment } from '../../engine/record/client/proxy-settings.ts'
import type { Vocabulary } from '../../engine/record/evidence/frame.ts'
import type { ConfiguredModel, ExtraHeaderValue, LoadedConfig } from './config.ts'
import { type Connection, type ConnectionFiles, connectionFiles, connectionOf, proxySecrets } from './connection.ts'
import { expanded, onlyVariable } from './expand.ts'
import { assertKey } from './keys.ts'
import { shownUrl } from './target-url.ts'
import { vocabularyOf } from './vocabulary.ts'

/** The settings of a target except its address: names, connection and credentials. */
export interface TargetOptions {
  /** The names that the target uses instead of those of the specification. It contains no secrets. */
  readonly vocabulary: Vocabulary
  readonly credentials: Partial<Readonly<Record<Area, TargetKey>>>
  readonly extraHeaders: ExtraHeaders['extraHeaders']
  /** Secrets other than keys. */
  readonly secrets: readonly Secret[]
  readonly connection: Partial<Connection>
  /** The paths of its files, for commands that reproduce an exchange. */
  readonly connectionFiles: ConnectionFiles
  /** Additional origins from which images may be fetched. */
  readonly fetchOrigins: readonly string[]
}

/** A key, and the environment variable that commands name instead. */
export interface TargetKey {
  readonly key: string
  readonly variable: string
}

/** The default settings. */
export const plainTarget: TargetOptions = {
  vocabulary: {},
  credentials: {},
  extraHeaders: {},
  secrets: [],
  connection: {},
  connectionFiles: {},
  fetchOrigins: [],
}

/** The default variable in commands. */
const usualVariable = 'MGI_API_KEY'

/** Reads the settings of the target. `key` applies to areas without their own key. */
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
  assertHeaders(loaded)
  const connection = connectionOf(loaded)
  const { extraHeaders, secrets } = extraHeadersOf(loaded, env)
  return {
    vocabulary: vocabularyOf(loaded.config, loaded.at),
    credentials,
    extraHeaders,
    secrets: [...secrets, ...proxySecrets(connection.proxy)],
    connection,
    connectionFiles: connectionFiles(loaded, cwd),
    fetchOrigins: (loaded.config.images?.fetchOrigins ?? []).map((text, index) =>
      originOf(text, loaded.at(`/images/fetchOrigins/${index}`)),
    ),
  }
}

function credentialsOf(loaded: LoadedConfig | undefined, common: TargetKey | undefined): TargetOptions['credentials'] {
  const entries = areas.flatMap((area): readonly (readonly [Area, TargetKey])[] => {
    const own = loaded?.config.keys?.[area]
    if (loaded === undefined || own === undefined) return common === undefined ? [] : [[area, common]]
    assertKey(own, loaded.at(`/keys/${area}`))
    const variable = onlyVariable(loaded.raw.keys?.[area])
    return [[area, { key: own, variable: variable ?? `MGI_${area.toUpperCase().replaceAll('-', '_')}_KEY` }]]
  })
  return Object.fromEntries(entries)
}

function originOf(text: string, place: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin
  throw new UsageError(
    `${place}: "${shownUrl(text)}" is not an origin; write https://HOST or https://HOST:PORT, without a path`,
  )
}

/** Models with different rules for the same request. */
const imageModels = [
  'image-model-1',
  'image-model-2',
  'image-model-multi',
] as const satisfies readonly ConfiguredModel[]

/**
 * Rejects the same name for two image models. Some requests are valid for only one of them (`quality: hd`, a prompt of
 * 4000 characters, several files), so the target could not distinguish them. A text area may share its model with
 * another area, because no rule compares them.
 */
function assertDistinctModels({ config, at }: LoadedConfig): void {
  // A label without a name is sent unchanged.
  const named = imageModels.map((label) => ({ label, name: config.models?.[label] ?? label }))
  for (const { label, name } of named) {
    const other = named.find((one) => one.name === name && one.label !== label)
    const isHere = config.models?.[label] !== undefined
    if (other === undefined || !isHere) continue
    throw new UsageError(
      `${at(`/models/${label}`)}: models.${label} is ${JSON.stringify(name)}, and so is ${other.label}: by the specification, one of them accepts requests that the other rejects; give each its own name, or leave out the one that the gateway does not have`,
    )
  }
}

/**
 * Rejects names of `headers` that requests use for something else, and a `version` that no header can contain. The target
 * would be judged for requests that the config broke.
 */
function assertHeaders({ config, at }: LoadedConfig): void {
  const named = Object.entries(config.headers ?? {})
  for (const [label, name] of named) {
    const isTaken = own.has(name.toLowerCase()) && name.toLowerCase() !== label
    const other = named.find(([one, as]) => one !== label && as.toLowerCase() === name.toLowerCase())
    const why = other === undefined ? 'is set by the requests themselves' : `is also the name of ${other[0]}`
    if (isTaken || other !== undefined)
      throw new UsageError(`${at(`/headers/${label}`)}: the header ${name} ${why}; give ${label} another name`)
  }
  if (config.version !== undefined && !isHeaderValue(config.version))
    throw new UsageError(
      `${at('/version')}: version contains a line end or another character that a header cannot contain`,
    )
}

function isHeaderValue(text: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(text)
}

interface ExtraHeader {
  readonly name: string
  /** The value on the wire. */
  readonly value: string
  /** The value in commands, with `«env:NAME»` for environment variables; absent if commands must not contain it. */
  readonly shown?: string
}

/** Additional headers by area, and their secrets. */
interface ExtraHeaders {
  readonly extraHeaders: Partial<Readonly<Record<Area, readonly ExtraHeader[]>>>
  readonly secrets: readonly Secret[]
}

/** Headers that requests have anyway, or that belong to the connection. Repeating them would change the test. */
const own = new Set([
  ...['authorization', 'x-api-key', 'x-goog-api-key', 'provider-version', 'provider-beta', 'content-type', 'accept'],
  ...['host', 'content-length', 'transfer-encoding', 'connection', 'expect', 'upgrade', 'te', 'trailer', 'keep-alive'],
])

/** Reads extra headers before variables are inserted, because values from the environment are secret. */
function extraHeadersOf({ raw, config, at }: LoadedConfig, env: Environment): ExtraHeaders {
  const secrets: Secret[] = []
  const read = (member: Area | 'all'): readonly ExtraHeader[] =>
    Object.entries(raw.extraHeaders?.[member] ?? {}).map(([name, written]) => {
      const place = at(`/extraHeaders/${member}/${name}`)
      assertFree(name, Object.values(config.headers ?? {}), place)
      const { header, hidden } = headerOf(name, written, env, place)
      secrets.push(...hidden.map((value) => ({ label: headerLabel(member, name), value })))
      return header
    })
  const all = read('all')
  const byArea = areas.map((area) => [area, merged(all, read(area))] as const).filter(([, lines]) => lines.length > 0)
  return { extraHeaders: Object.fromEntries(byArea), secrets }
}

function headerLabel(member: Area | 'all', name: string): string {
  return `«header:${member}:${name.toLowerCase()}»`
}

/** Merges headers. A header of an area overrides one for all areas. */
function merged(all: readonly ExtraHeader[], own: readonly ExtraHeader[]): readonly ExtraHeader[] {
  const names = new Set(own.map(({ name }) => name.toLowerCase()))
  return [...all.filter(({ name }) => !names.has(name.toLowerCase())), ...own]
}

function assertFree(name: string, mapped: readonly string[], place: string): void {
  const isTaken = own.has(name.toLowerCase()) || mapped.some((one) => one.toLowerCase() === name.toLowerCase())
  if (isTaken) throw new UsageError(`${place}: the header ${name} is set by the requests themselves; leave it out`)
}

interface Read {
  readonly header: ExtraHeader
  /** Its secrets: values from the environment, or the whole value if it is marked as secret. */
  readonly hidden: readonly string[]
}

function headerOf(name: string, written: ExtraHeaderValue, env: Environment, place: string): Read {
  const { value: text, secret: isMarked = false } = typeof written === 'string' ? { value: written } : written
  const { text: value, variables } = expanded(text, env)
  if (!isHeaderValue(value))
    throw new UsageError(
      `${place}: the value of ${name} contains a line end or another character that a header cannot contain`,
    )
  const shown = isMarked && !isVariablesAlone(text) ? {} : { shown: expanded(text, env, envLabel).text }
  const held = variables.map((variable) => variable.value)
  return { header: { name, value, ...shown }, hidden: isMarked ? [value, ...held] : held }
}

/** Returns whether a text consists of variables only. It then contains no literal value and can be shown. */
function isVariablesAlone(text: string): boolean {
  return /^(\$\{\w+\})+$/.test(text)
}

/** Returns the label that replaces the value of an environment variable. Commands name the variable. */
function envLabel(variable: string): string {
  return `«env:${variable}»`
}
