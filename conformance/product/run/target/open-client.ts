import type { Operation } from '../../../core/model/operation.ts'
import type { Area } from '../../../core/model/vocabulary.ts'
import { areas } from '../../../core/model/vocabulary.ts'
import { type Client, type ClientOptions, createClient } from '../../../engine/record/client/client.ts'
import { hiddenOf, type Secret } from '../../../engine/record/client/keys.ts'
import { type Names, wordsFor } from '../../../engine/record/client/names.ts'
import type { Connection } from '../../config/connection.ts'
import { openWords } from '../../config/keys.ts'
import type { TargetOptions } from '../../config/target-options.ts'
import { allBaseUrls, baseUrlOf } from '../../config/vocabulary.ts'
import type { Target } from './target.ts'

/** A target, with the user's options for it. */
export interface ConfiguredTarget {
  readonly target: Pick<Target, 'url' | 'key' | 'embedded'>
  readonly options: TargetOptions
  /** The operations that determine the area of a request. */
  readonly operations: readonly Operation[]
}

/**
 * Creates the client of a run. Only here do the options of a target reach `createClient`. An area with its own key,
 * headers, credential form or base URL gets its own client. Requests without a known operation use the common client.
 */
export function openClient(
  { target, options, operations }: ConfiguredTarget,
  limits: Omit<ClientOptions, 'baseUrl' | 'names'>,
): Client {
  const connection = connectionTo(target, options)
  const open = (area: Area | undefined): Client => {
    const baseUrl = baseUrlOf(area, target.url, options.vocabulary)
    return createClient({ baseUrl, names: namesFor(area, target, options), ...connection, ...limits })
  }
  const common = open(undefined)
  const own = new Map(areas.filter((area) => isSpecial(area, target, options)).map((area) => [area, open(area)]))
  return {
    send(request, id, signal, way) {
      const area = own.size === 0 ? undefined : operations.find((one) => one.matches(request))?.area
      return ((area && own.get(area)) ?? common).send(request, id, signal, way)
    },
    close: async () => {
      await Promise.all([common, ...own.values()].map((client) => client.close()))
    },
  }
}

/** Returns the connection options of a target. The embedded one is never behind a proxy. */
export function connectionTo(
  { embedded }: Pick<Target, 'embedded'>,
  { connection }: TargetOptions,
): Partial<Connection> {
  return embedded ? {} : connection
}

/**
 * Returns the values that must never be recorded, the longest first: a secret may be a prefix of another. A header
 * value is no secret if it is a word of the interface, or if the user gave it openly elsewhere in the options.
 */
export function secretsOfTarget(target: Pick<Target, 'key' | 'url'>, options: TargetOptions): readonly Secret[] {
  const keys = [target.key, ...Object.values(options.credentials).map(({ key }) => key)]
  const addresses = [...allBaseUrls(target.url, options.vocabulary), ...options.fetchOrigins]
  const open = [...addresses, ...openWords(target, options)].map((text) => text.toLowerCase())
  const hidden = options.secrets.filter(({ value }) => !open.some((text) => text.includes(value.toLowerCase())))
  const all = [...[...new Set(keys)].flatMap(hiddenOf), ...hidden]
  return all.sort((one, other) => other.value.length - one.value.length)
}

function isSpecial(area: Area, { key }: ConfiguredTarget['target'], options: TargetOptions): boolean {
  const { credentials, extraHeaders, vocabulary } = options
  const isSaid = [extraHeaders[area], vocabulary.credential?.[area], vocabulary.baseUrls?.[area]].some(
    (one) => one !== undefined,
  )
  return isSaid || (credentials[area]?.key ?? key) !== key
}

export function namesFor(area: Area | undefined, { key }: Pick<Target, 'key'>, options: TargetOptions): Names {
  const { vocabulary, credentials, extraHeaders } = options
  const own = area === undefined ? undefined : extraHeaders[area]
  return {
    ...wordsFor(vocabulary, area),
    key: (area && credentials[area]?.key) ?? key,
    ...(own === undefined ? {} : { extraHeaders: own.map(({ name, value }) => [name, value] as const) }),
  }
}
