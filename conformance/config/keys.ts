import { rootNode, schemaNames } from '../../schemas/index.ts'
import { keyLabels } from '../model/credential.ts'
import { facets } from '../model/exchange.ts'
import type { Catalogue } from '../model/suite.ts'
import { UsageError } from '../model/usage-error.ts'
import { areas } from '../model/vocabulary.ts'
import { counterpartOf } from '../record/client/keys.ts'
import { shortestSecret } from '../record/evidence/secret-spellings.ts'
import type { TargetOptions } from './target-options.ts'
import { allBaseUrls } from './vocabulary.ts'

/** A key, and where it was given. */
export interface GivenKey {
  readonly key: string
  readonly from: string
}

/** What the keys are for. */
interface Aimed {
  /** Absent: the embedded reference server. */
  readonly url: string | undefined
  readonly targetOptions: Pick<TargetOptions, 'vocabulary'>
}

/**
 * Rejects keys that are words of the interface, of its requests or of our own, with `sk-` or without: labels would stand
 * for what every reply holds, and judging what was recorded would show nothing.
 */
export function assertNoWords(keys: readonly GivenKey[], { url, targetOptions }: Aimed, catalogue: Catalogue): void {
  if (keys.length === 0) return
  const { vocabulary } = targetOptions
  const said = url === undefined ? [] : [...allBaseUrls(url, vocabulary), ...openWords({ url }, targetOptions)]
  const words = [...http, ...interfaceWords(), ...ownWords, ...said].map((word) => word.toLowerCase())
  const texts = [...words, ...textsOf(catalogue).map((text) => text.toLowerCase())]
  const isWord = (key: string): boolean =>
    key.length < shortestSecret ? words.includes(key) : texts.some((text) => text.includes(key))
  const wrong = keys.find(({ key }) => [key, counterpartOf(key)].some((one) => isWord(one.toLowerCase())))
  if (wrong === undefined) return
  throw new UsageError(
    `the key in ${wrong.from}, with or without the prefix sk-, is a word that requests and responses contain anyway, so it could not be hidden in reports and evidence; use another key for this target, for example 20 random letters`,
  )
}

/** What our labels and findings are made of. */
const ownWords = [
  ...Object.values(keyLabels).flatMap((label) => [label, ...label.split(/[«:»]/)]),
  ...[
    'header',
    'status',
    'body',
    'event',
    'request',
    'response',
    'proxy',
    'env',
    'part',
    'captured',
    'expected',
    'actual',
  ],
  ...[...facets, ...areas, 'bearer', 'token', 'message', 'finding', 'exchange'],
]

/** Longer texts are data. */
const longestText = 400

/** What the suite says of the interface, and what it sends. */
function textsOf({ requirements, templates }: Catalogue): readonly string[] {
  const texts = new Set<string>()
  const collect = (value: unknown): void => {
    if (typeof value === 'string' && value.length <= longestText) texts.add(value)
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return
    for (const [name, inside] of Object.entries(value)) {
      texts.add(name)
      collect(inside)
    }
  }
  for (const { value } of templates) collect(value)
  return [...requirements.flatMap(({ id, statement }) => [id, statement]), ...texts]
}

/** The key to use: the option's before the config file's before the environment's. Its value never appears in a message. */
export function keyOf(
  option: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
  file?: { readonly key: string | undefined; readonly place: string },
): string | undefined {
  const key = option ?? file?.key ?? env['MGI_API_KEY']
  if (key === undefined || key === '') return undefined
  return assertKey(key, option !== undefined ? '--key' : file?.key !== undefined ? file.place : 'MGI_API_KEY')
}

/** A key that a header can carry. */
export function assertKey(key: string, from: string): string {
  if (/^[\x21-\x7e]+$/.test(key)) return key
  throw new UsageError(
    `the key in ${from} holds a space, a line end or another character that no header can carry; give the bare key`,
  )
}

/** What HTTP says of every message, and what judges read in it. */
export const http = [
  ...['application/json', 'text/event-stream', 'multipart/form-data', 'application/octet-stream', 'charset=utf-8'],
  ...['content-type', 'content-length', 'content-encoding', 'transfer-encoding', 'retry-after', 'location'],
  ...['authorization', 'x-api-key', 'x-goog-api-key', 'connection', 'keep-alive', 'cache-control', 'request-id'],
]

/**
 * Words that every run says for all to hear: those of the interface, of HTTP, and what the user wrote of the target
 * beside its credentials. A key may hold such a word (`messages-key`); replies that hold it, too, are left as they are.
 */
export function openWords(
  { url }: { readonly url: string },
  { vocabulary }: Pick<TargetOptions, 'vocabulary'>,
): string[] {
  const { models = {}, headers = {}, version = '' } = vocabulary
  const hosts = allBaseUrls(url, vocabulary).map((base) => new URL(base).hostname)
  const own = [...hosts, version, ...[models, headers].flatMap((names) => Object.entries(names).flat())]
  return [...http, ...interfaceWords(), ...own]
}

let known: readonly string[] | undefined

/** The names and the listed values in the schemas of the interface. */
export function interfaceWords(): readonly string[] {
  known ??= wordsOfSchemas()
  return known
}

function wordsOfSchemas(): readonly string[] {
  const words = new Set<string>()
  for (const name of schemaNames())
    if (areas.some((area) => name.startsWith(`${area}/`))) collect(rootNode(name).schema, words)
  return [...words]
}

function collect(value: unknown, words: Set<string>): void {
  if (typeof value !== 'object' || value === null) return
  for (const [keyword, inside] of Object.entries(value)) {
    if (keyword === 'properties') for (const name of Object.keys(inside)) words.add(name)
    if (keyword === 'enum' || keyword === 'const' || keyword === 'examples')
      for (const one of [inside].flat()) if (typeof one === 'string') words.add(one)
    collect(inside, words)
  }
}
