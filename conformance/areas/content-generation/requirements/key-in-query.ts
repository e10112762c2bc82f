import { acrossExchanges } from '../../../model/build.ts'
import type { Observation } from '../../../model/observation.ts'
import type { Collected } from '../../../model/requirement.ts'

/** Where one request without a defect brought the key, and whether that let it in. */
export interface Entry {
  readonly operation: string
  readonly place: string
  readonly outcome: 'accepted' | 'denied'
  readonly status: number | undefined
}

/** The query parameter, as section 5 writes it. */
const query = 'key'

/** The form of credential that section 5 lists. */
export default [
  acrossExchanges<'content.key-in-query', Entry>({
    id: 'content.key-in-query',
    section: '5',
    endpoint: 'content.generate',
    alsoOn: ['content.stream'],
    dimension: 'status',
    level: 'stated',
    interpretation: 'C5',
    explainsDenials: true,
    statement: 'A key that is accepted in a header is also accepted as the query parameter `key`.',
    needs: ['request-headers', 'request-body'],
    collect: entryOf,
    isExercised: (collected) =>
      collected.filter(isTelling).some(({ fact }) => fact.outcome === 'accepted' || isServedElsewhere(fact, collected)),
    restsOn: (collected) => new Set(collected.filter(isTelling).map(({ exchange }) => exchange)),
    *check(collected) {
      for (const { exchange, fact } of collected.filter(isTelling)) {
        if (fact.place !== query || fact.outcome === 'accepted' || isServedAs(query, fact, collected)) continue
        const other = collected.find((one) => isOtherForm(one, fact))?.fact.place
        if (other === undefined) continue
        const message = `returned ${fact.status} for the key as ?key=, but accepted the same key in ${other}`
        yield { exchange, message, at: { in: 'status' }, expected: '2xx', actual: fact.status }
      }
    },
    whyUntested: (collected) =>
      collected.length > 0 ? 'not tested: the target rejected the key in every form' : undefined,
  }),
] as const

function entryOf({ request, operation, responseClass, status }: Observation): Entry | undefined {
  const { credential, violations, open } = request
  const place = credential.kind === 'valid' ? query : credential.kind === 'open' ? credential.elsewhere : undefined
  if (place === undefined || violations.length > 0 || open.length > 0) return undefined
  if (responseClass !== 'accepted' && status !== 401 && status !== 403) return undefined
  return { operation: operation.id, place, outcome: responseClass === 'accepted' ? 'accepted' : 'denied', status }
}

function isTelling({ fact }: Collected<Entry>): boolean {
  return fact.place === query
}

function isServedAs(place: string, { operation }: Entry, collected: readonly Collected<Entry>[]): boolean {
  return collected.some(
    ({ fact }) => fact.operation === operation && fact.place === place && fact.outcome === 'accepted',
  )
}

function isServedElsewhere(entry: Entry, collected: readonly Collected<Entry>[]): boolean {
  return collected.some((one) => isOtherForm(one, entry))
}

function isOtherForm({ fact }: Collected<Entry>, { operation }: Entry): boolean {
  return fact.operation === operation && fact.place !== query && fact.outcome === 'accepted'
}
