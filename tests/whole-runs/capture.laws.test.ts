import { expect, test } from 'vitest'
import { type Exchange, type Facet, facets, type HeaderLine } from '../../conformance/core/model/exchange.ts'
import { startJudge } from '../../conformance/engine/judge/index.ts'
import { createRedactor } from '../../conformance/engine/record/evidence/redact.ts'
import { catalogue } from '../../conformance/specification/catalogue.ts'
import { type CorpusLine, readCorpus } from '../corpus.ts'

const lines = readCorpus()
const byId = new Map(catalogue.requirements.map((requirement) => [requirement.id, requirement]))

/** Functions that remove one facet of an exchange, as if the source had not recorded it. */
const blind = {
  'request-headers': (exchange) => ({ ...exchange, request: { ...exchange.request, ...bare(exchange.request) } }),
  'request-body': (exchange) => ({ ...exchange, request: { ...exchange.request, body: new Uint8Array() } }),
  'response-headers': (exchange) => ({
    ...exchange,
    response: exchange.response && { ...exchange.response, headers: typeOnly(exchange.response.headers) },
  }),
  'response-body': (exchange) => ({ ...exchange, response: exchange.response && { ...exchange.response, chunks: [] } }),
  chunks: inOnePiece,
  timing: inOnePiece,
} satisfies Record<Facet, (exchange: Exchange) => Exchange>

/** Keeps the content type, because a recording without headers still has the media type that bodies are read by. */
function typeOnly(headers: readonly HeaderLine[]): readonly HeaderLine[] {
  return headers.filter(([name]) => name.toLowerCase() === 'content-type')
}

/** Removes every credential, from the headers and the query. */
function bare({ path, headers }: Exchange['request']) {
  return { path: path.replace(/([?&])key=[^&]*&?/, '$1').replace(/[?&]$/, ''), headers: typeOnly(headers) }
}

function keyOnly(exchange: Exchange): Exchange {
  const isKept = /^(content-type|authorization|x-.*key)$/i
  const headers = exchange.request.headers.filter(([name]) => isKept.test(name))
  return { ...exchange, request: { ...exchange.request, headers } }
}

function inOnePiece(exchange: Exchange): Exchange {
  const { response } = exchange
  if (response === null) return exchange
  const bytes = new Uint8Array(Buffer.concat(response.chunks.map((chunk) => chunk.bytes)))
  return { ...exchange, response: { ...response, chunks: [{ at: 0, bytes }] } }
}

function verdictOf({ requirement }: CorpusLine, exchanges: readonly Exchange[]): string {
  const subject = byId.get(requirement)!
  const others = catalogue.requirements.filter(({ kind, id }) => kind === 'acceptance' && id !== subject.id)
  const judge = startJudge({ ...catalogue, requirements: [subject, ...(subject.kind === 'acceptance' ? others : [])] })
  for (const exchange of exchanges) judge.see(exchange)
  return judge.conclude()[0]!.verdict
}

/** All facets, and recordings that kept the key but not all other headers. */
const blinded = [
  ...facets.map((facet) => [facet, facet, blind[facet]] as const),
  ['request-headers but for the key', 'request-headers', keyOnly] as const,
]

test.each(blinded)('what was not captured of exchanges accuses nobody: %s', (_, facet, without) => {
  const accused = lines.filter((line) => {
    if (byId.get(line.requirement)!.level === 'unspecified') return false
    const exchanges = line.exchanges.map((exchange) => {
      const captured = exchange.captured.filter((one) => one !== facet)
      return { ...without(exchange), captured }
    })
    const isOwed = line.verdict === 'fail' && !byId.get(line.requirement)!.needs.includes(facet)
    return !isOwed && ['fail', 'error'].includes(verdictOf(line, exchanges))
  })
  expect(accused.map(({ requirement, description }) => `${requirement}: ${description}`)).toEqual([])
})

/** Returns an exchange as it is recorded if the key occurs in the text of the response: with a label in its place. */
function labelled(exchange: Exchange): Exchange {
  const { response } = exchange
  const [first] = words.exec(bodyOf(exchange)) ?? []
  if (response === null || first === undefined) return exchange
  return createRedactor([{ label: '«key:valid»', value: first.slice(1, -1) }]).exchange(exchange)
}

/**
 * Matches a text of several words. Names of the interface contain no spaces, and the message on unknown tokens is
 * excluded.
 */
const words = /"(?!token not found)[A-Za-z0-9][^"\\]{3,} [^"\\]{3,}"/

function bodyOf({ response }: Exchange): string {
  return Buffer.concat((response?.chunks ?? []).map(({ bytes }) => bytes)).toString('latin1')
}

test('where labels stand in a recording, verdicts are what they were or that it was not captured', () => {
  let altered = 0
  const changed = lines.filter((line) => {
    const recorded = line.exchanges.map(labelled)
    if (recorded.every((exchange, at) => exchange === line.exchanges[at])) return false
    altered += 1
    const verdict = verdictOf(line, recorded)
    return verdict !== 'inconclusive' && verdict !== verdictOf(line, line.exchanges)
  })
  expect(altered).toBeGreaterThan(200)
  expect(changed.map(({ requirement, description }) => `${requirement}: ${description}`)).toEqual([])
})
