import { createHash } from 'node:crypto'
import type { Observation } from '../../../core/model/observation.ts'
import {
  type CountComparison,
  type CountedPair,
  type CountedPart,
  type CountedReply,
  countComparisons,
  type TokenCounts,
} from '../../../core/model/token-counts.ts'
import { type Endpoint, endpoints } from '../../../core/model/vocabulary.ts'

/** Compares the token counts of replies. No verdict depends on them (interpretation C13). */
export interface TokenComparison {
  see(seen: Observation): void
  /** Returns the counts of each operation, in the specification's order. Does not depend on the order of exchanges. */
  conclude(): readonly TokenCounts[]
}

/** The facts of one reply. Requests with the same digest are the same, plain or streamed. */
interface Counted extends CountedReply {
  readonly endpoint: Endpoint
  readonly isStreamed: boolean
  readonly request: string
  /** The digests of the request without each of its parts. */
  readonly parts: readonly { readonly part: CountedPart; readonly request: string; readonly characters: number }[]
  /** Set if the reply lists modalities: whether `IMAGE` is among them. */
  readonly listsImage?: boolean
}

export function startTokenComparison(): TokenComparison {
  const counted: Counted[] = []
  return {
    see: (seen) => {
      const one = countedIn(seen)
      if (one !== undefined) counted.push(one)
    },
    conclude: () => compared([...counted].sort((one, other) => (one.exchange < other.exchange ? -1 : 1))),
  }
}

function countedIn(seen: Observation): Counted | undefined {
  const { exchange, operation, request } = seen
  const { tokens } = operation
  const { path } = request.value
  const stated = seen.responseClass === 'accepted' ? tokens?.statedIn(seen) : undefined
  if (tokens === undefined || stated === undefined || request.value.body === undefined) return undefined
  const { input, output, modalities } = stated
  const body = tokens.inputOf(request.value.body)
  return {
    endpoint: operation.id,
    exchange: exchange.id,
    isStreamed: operation.streams,
    request: digestOf(path, body),
    parts: tokens
      .withoutParts(body)
      .map(({ part, input: rest, characters }) => ({ part, request: digestOf(path, rest), characters })),
    input,
    ...(output === undefined ? {} : { output }),
    ...(modalities === undefined ? {} : { listsImage: modalities.includes('IMAGE') }),
  }
}

function digestOf(path: unknown, body: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify([path, body]))
    .digest('base64')
}

function compared(all: readonly Counted[]): readonly TokenCounts[] {
  const pairs = pairsOf(all)
  return endpoints.flatMap((endpoint) => {
    const own = all.filter((one) => one.endpoint === endpoint)
    if (own.length === 0) return []
    const listing = own.filter(
      ({ listsImage, parts }) => listsImage !== undefined && parts.some(({ part }) => part === 'picture'),
    )
    return [
      {
        endpoint,
        replies: own.length,
        zeroInputs: own.filter(({ input }) => input === 0).length,
        ...(listing.length === 0
          ? {}
          : {
              pictures: {
                replies: listing.length,
                unlisted: listing.filter(({ listsImage }) => listsImage === false).length,
              },
            }),
        comparisons: comparisonsOf(pairs.filter((pair) => pair.endpoint === endpoint)),
      },
    ]
  })
}

interface Pair extends CountedPair {
  readonly endpoint: Endpoint
  readonly compares: CountComparison['compares']
}

/** Returns every reply with the first reply that it is compared with, of each kind. */
function pairsOf(all: readonly Counted[]): readonly Pair[] {
  const firsts = new Map<string, Counted>()
  for (const one of all) {
    const key = keyOf(one.request, one)
    if (!firsts.has(key)) firsts.set(key, one)
  }
  return all.flatMap((second): readonly Pair[] => {
    const pair = (compares: Pair['compares'], first: Counted | undefined, characters?: number): readonly Pair[] => {
      if (first === undefined || first === second) return []
      const made = { endpoint: second.endpoint, compares, first: replyOf(first), second: replyOf(second) }
      return [characters === undefined ? made : { ...made, characters }]
    }
    const plain = second.isStreamed ? firsts.get(keyOf(second.request, { ...second, isStreamed: false })) : undefined
    return [
      ...pair('repeated', firsts.get(keyOf(second.request, second))),
      ...pair('streamed', plain),
      ...second.parts.flatMap(({ part, request, characters }) =>
        pair(part, firsts.get(keyOf(request, second)), characters),
      ),
    ]
  })
}

/** Requests of different areas differ in their bodies, so only streamed and plain ones have to be told apart. */
function keyOf(request: string, { isStreamed }: Pick<Counted, 'isStreamed'>): string {
  return `${request} ${isStreamed}`
}

function replyOf({ exchange, input, output }: Counted): CountedReply {
  return { exchange, input, ...(output === undefined ? {} : { output }) }
}

function comparisonsOf(pairs: readonly Pair[]): readonly CountComparison[] {
  return countComparisons.flatMap((compares) => {
    const own = pairs.filter((pair) => pair.compares === compares)
    const [one] = own
    if (one === undefined) return []
    const { endpoint: _endpoint, compares: _compares, ...example } = own.find((pair) => !isAgreeing(pair)) ?? one
    return [{ compares, pairs: own.length, agreeing: own.filter(isAgreeing).length, example }]
  })
}

function isAgreeing({ compares, first, second }: Pair): boolean {
  const isSame = compares === 'repeated' || compares === 'streamed'
  return isSame ? first.input === second.input : first.input < second.input
}
