import { rootNode, schemaNames } from '../../../schemas/index.ts'
import { keyLabels } from '../../core/model/credential.ts'
import { facets } from '../../core/model/exchange.ts'
import type { Catalogue } from '../../core/model/suite.ts'
import { areas } from '../../core/model/vocabulary.ts'
import { UsageError } from '../../core/text/usage-error.ts'
import { counterpartOf } from '../../engine/record/client/keys.ts'
import { shortestSecret } from '../../engine/record/evidence/readings.ts'
import type { TargetOptions } from './target-options.ts'
import { allBaseUrls } from './vocabulary.ts'

/** A key and its source. */
export interface GivenKey {
  readonly key: string
  readonly from: string
}

interface Aimed {
  /** The base URL of the target; `undefined` for the embedded reference server. */
  readonly url: string | undefined
  readonly targetOptions: Pick<TargetOptions, 'vocabulary'>
}

/**
 * Rejects keys, with or without `sk-`, that are words of the interface, of its requests or of this suite. Their labels
 * would replace ordinary words in every response, so that judging recorded traffic would prove nothing.
 */
export function assertNoWords(keys: readonly GivenKey[], { url, targetOptions }: Aimed, catalogue: Catalogue): void {
  if (keys.length === 0) return
  const { vocabulary } = targetOptions
  const urlWords = url === undefined ? [] : [...allBaseUrls(url, vocabulary), ...openWords({ url }, targetOptions)]
  const words = [...http, ...interfaceWords(), ...ownWords, ...urlWords].map((word) => word.toLowerCase())
  const texts = [...words, ...textsOf(catalogue).map((text) => text.toLowerCase())]
  const isWord = (key: string): boolean =>
    key.length < shortestSecret ? words.includes(key) : texts.some((text) => text.includes(key))
  const wrong = keys.find(({ key }) => [key, counterpartOf(key)].some((one) => isWord(one.toLowerCase())))
  if (wrong === undefined) return
  throw new UsageError(
    `the key in ${wrong.from}, with or without the prefix sk-, is a word that requests and responses contain anyway, so it could not be hidden in reports and evidence; use another key for this target, for example 20 random letters`,
  )
}

/** The words of labels and findings. */
const ownWords = [
  ...Object.values(keyLabels).flatMap((label) => [label, ...label.split(/[«:»]/)]),
  ...['header', 'status', 'body', 'event', 'request', 'response', 'proxy', 'env', 'captured', 'expected', 'actual'],
  ...[...facets, ...areas, 'bearer', 'token', 'message', 'finding', 'exchange'],
]

/** The maximum length of a text that may consist of words. Longer texts are data. */
const longestText = 400

/** Returns the statements of requirements and the texts of requests. */
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

/** Returns the key from the option, the config file or the environment, in this order. Messages never repeat it. */
export function readKey(
  option: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
  file?: { readonly key: string | undefined; readonly place: string },
): string | undefined {
  const key = option ?? file?.key ?? env['MGI_API_KEY']
  if (key === undefined || key === '') return undefined
  return assertKey(key, option !== undefined ? '--key' : file?.key !== undefined ? file.place : 'MGI_API_KEY')
}

/** Returns the key. Throws a `UsageError` if a header cannot contain it. */
export function assertKey(key: string, from: string): string {
  if (/^[\x21-\x7e]+$/.test(key)) return key
  throw new UsageError(
    `the key in ${from} contains a space, a line end or another character that a header cannot contain; give the bare key`,
  )
}

/** Words of HTTP, and words that requirements search for. */
export const http = [
  ...['application/json', 'text/event-stream', 'multipart/form-data', 'application/octet-stream', 'charset=utf-8'],
  ...['content-type', 'content-length', 'content-encoding', 'transfer-encoding', 'retry-after', 'location'],
  ...['authorization', 'x-api-key', 'x-goog-api-key', 'connection', 'keep-alive', 'cache-control', 'request-id'],
]

/**
 * Returns words that are not secret: those of the interface and of HTTP, and the settings of the target except its
 * credentials.
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

/** Returns the names and enumerated values in the schemas of the interface. */
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
