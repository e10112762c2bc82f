import type { Observation } from '../conformance/core/model/observation.ts'
import { observe } from '../conformance/engine/judge/read/observe.ts'
import { catalogue } from '../conformance/specification/catalogue.ts'
import { readCorpus } from './corpus.ts'

/** A message of the corpus, and the name of a schema of its operation, such as `messages/reply`. */
export interface CorpusMessage {
  readonly schema: string
  readonly part: 'request' | 'reply' | 'error' | 'event'
  readonly value: unknown
  readonly seen: Observation
}

/**
 * Returns all messages of the corpus, each with the schemas that it is checked against. A response body is checked both
 * as a reply and as an error. The test files of a worker share them.
 */
export function corpusMessages(): readonly CorpusMessage[] {
  known ??= readCorpus()
    .flatMap(({ exchanges }) => exchanges)
    .flatMap((exchange) => messagesOf(observe(catalogue.operations, exchange)))
  return known
}

let known: readonly CorpusMessage[] | undefined

function messagesOf(seen: Observation | undefined): readonly CorpusMessage[] {
  if (seen === undefined) return []
  const { schemas } = seen.operation
  const parts = [
    ['request', seen.request.value] as const,
    ...(['reply', 'error'] as const).map((part) => [part, seen.json] as const),
    ...(seen.stream?.events ?? []).map(({ json }) => ['event', json] as const),
  ]
  return parts.flatMap(([part, value]) => {
    const schema = schemas[part]
    return schema === undefined || value === undefined ? [] : [{ schema, part, value, seen }]
  })
}
