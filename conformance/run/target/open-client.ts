import type { Connection } from '../../config/connection.ts'
import { openWords } from '../../config/keys.ts'
import type { TargetOptions } from '../../config/target-options.ts'
import { allBaseUrls, baseUrlOf } from '../../config/vocabulary.ts'
import type { Operation } from '../../model/operation.ts'
import type { Area } from '../../model/vocabulary.ts'
import { areas } from '../../model/vocabulary.ts'
import { type Client, type ClientOptions, createClient } from '../../record/client/client.ts'
import { hiddenOf, type Secret } from '../../record/client/keys.ts'
import { type Names, wordsFor } from '../../record/client/names.ts'
import type { Target } from './target.ts'

/** Whom a client speaks to and what the user said of them. */
export interface Spoken {
  readonly target: Pick<Target, 'url' | 'key' | 'embedded'>
  readonly options: TargetOptions
  /** The operations that tell which area a request is for. */
  readonly operations: readonly Operation[]
}

/**
 * The client of a run: the one place where what a user says of a target reaches `createClient`. Where areas have keys,
 * headers, a form of credential or a base URL of their own, each has a client of its own; a request that no operation
 * knows takes the first one.
 */
export function openClient(
  { target, options, operations }: Spoken,
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
    send(request, id, signal, connection) {
      const area = own.size === 0 ? undefined : operations.find((one) => one.matches(request))?.area
      return ((area && own.get(area)) ?? common).send(request, id, signal, connection)
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
 * Everything that must never be recorded, longest first: a secret may begin like another one. What a header holds is no
 * secret where it is a word of the interface or stands in what the user said of the target in the open.
 */
export function secretsOfTarget(target: Pick<Target, 'key' | 'url'>, options: TargetOptions): readonly Secret[] {
  const keys = [target.key, ...Object.values(options.credentials).map(({ key }) => key)]
  const addresses = [...allBaseUrls(target.url, options.vocabulary), ...options.fetchOrigins]
  const open = [...addresses, ...openWords(target, options)].map((text) => text.toLowerCase())
  const hidden = options.secrets.filter(({ value }) => !open.some((text) => text.includes(value.toLowerCase())))
  const all = [...[...new Set(keys)].flatMap(hiddenOf), ...hidden]
  return all.sort((one, other) => other.value.length - one.value.length)
}

function isSpecial(area: Area, { key }: Spoken['target'], options: TargetOptions): boolean {
  const { credentials, extraHeaders, vocabulary } = options
  const isSaid = [extraHeaders[area], vocabulary.credential?.[area], vocabulary.baseUrls?.[area]].some(
    (one) => one !== undefined,
  )
  return isSaid || (credentials[area]?.key ?? key) !== key
}

function namesFor(area: Area | undefined, { key }: Spoken['target'], options: TargetOptions): Names {
  const { vocabulary, credentials, extraHeaders } = options
  const own = area === undefined ? undefined : extraHeaders[area]
  return {
    ...wordsFor(vocabulary, area),
    key: (area && credentials[area]?.key) ?? key,
    ...(own === undefined ? {} : { extraHeaders: own.map(({ name, value }) => [name, value] as const) }),
  }
}
