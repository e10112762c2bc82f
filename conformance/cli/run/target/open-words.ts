import { rootNode, schemaNames } from '../../../../schemas/index.ts'
import { areas } from '../../../model/vocabulary.ts'
import type { TargetOptions } from '../../config/target-options.ts'
import type { Target } from './target.ts'

/** What HTTP says of every message, and what judges read in it. */
const http = [
  ...['application/json', 'text/event-stream', 'multipart/form-data', 'application/octet-stream', 'charset=utf-8'],
  ...['content-type', 'content-length', 'content-encoding', 'transfer-encoding', 'retry-after', 'location'],
  ...['authorization', 'x-api-key', 'x-goog-api-key', 'connection', 'keep-alive', 'cache-control', 'request-id'],
]

/**
 * Words that every run says for all to hear: those of the interface, of HTTP, and what the user wrote of the target
 * beside its credentials. A key may hold such a word (`messages-key`); replies that hold it, too, are left as they are.
 */
export function openWords({ url }: Pick<Target, 'url'>, { vocabulary }: Pick<TargetOptions, 'vocabulary'>): string[] {
  const { models = {}, headers = {}, version = '' } = vocabulary
  const own = [new URL(url).hostname, version, ...[models, headers].flatMap((names) => Object.entries(names).flat())]
  return [...http, ...interfaceWords(), ...own]
}

/** The names and the listed values in the schemas of the interface. */
function interfaceWords(): readonly string[] {
  const words = new Set<string>()
  for (const name of schemaNames)
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
