import { acrossExchanges } from '../../core/model/build.ts'
import { type CredentialForm, formsInWords } from '../../core/model/credential.ts'
import type { Observation } from '../../core/model/observation.ts'
import type { Collected } from '../../core/model/requirement.ts'
import type { Endpoint } from '../../core/model/vocabulary.ts'

/** The place of the key in one request without a defect, and the response to it. */
export interface Entry {
  readonly operation: string
  readonly place: string
  /** `stopped` if a request with the key in another form was rejected for another reason. */
  readonly outcome: 'accepted' | 'denied' | 'stopped'
  readonly status: number | undefined
}

/** The form of credential that section 5 lists for the operations of an area. */
interface Listed<Id extends string> {
  readonly id: Id
  readonly operations: readonly [Endpoint, ...Endpoint[]]
  readonly form: CredentialForm
  readonly interpretation: string
  readonly statement: string
}

/** Makes the requirement that a key is accepted in its listed form if it is accepted in another form. */
export function listedForm<const Id extends string>({ id, operations, form, interpretation, statement }: Listed<Id>) {
  const [endpoint, ...alsoOn] = operations
  const isTelling = ({ fact }: Collected<Entry>): boolean => fact.place === listed
  const isOtherForm = ({ fact }: Collected<Entry>, { operation }: Entry): boolean =>
    fact.operation === operation && fact.place !== listed && fact.outcome === 'accepted'
  const isServed = ({ operation }: Entry, collected: readonly Collected<Entry>[]): boolean =>
    collected.some((one) => isTelling(one) && one.fact.operation === operation && one.fact.outcome === 'accepted')
  return acrossExchanges<Id, Entry>({
    id,
    section: '5',
    endpoint,
    ...(alsoOn.length === 0 ? {} : { alsoOn }),
    dimension: 'status',
    level: 'stated',
    interpretation,
    explainsDenials: true,
    statement,
    needs: ['request-headers', 'request-body'],
    collect: entryOf,
    isExercised: (collected) =>
      collected
        .filter(isTelling)
        .some(({ fact }) => fact.outcome === 'accepted' || collected.some((one) => isOtherForm(one, fact))),
    restsOn: (collected) => new Set(collected.filter(isTelling).map(({ exchange }) => exchange)),
    *check(collected) {
      for (const { exchange, fact } of collected.filter(isTelling)) {
        if (fact.outcome === 'accepted' || isServed(fact, collected)) continue
        const other = collected.find((one) => isOtherForm(one, fact))?.fact.place
        if (other === undefined) continue
        const message = `returned ${fact.status} for the key in the ${formsInWords[form]}, but accepted the same key in ${other}`
        yield { exchange, message, at: { in: 'status' }, expected: '2xx', actual: fact.status }
      }
    },
    whyUntested: (collected) => {
      const stopped = collected.find(({ fact }) => fact.outcome === 'stopped')?.fact
      if (stopped !== undefined && collected.some(isTelling))
        return `not tested: the target accepted the key only in ${stopped.place}, and then returned ${stopped.status}`
      return collected.length > 0 ? 'not tested: the target rejected the key in every form' : undefined
    },
  })
}

/** The form that section 5 lists. */
const listed = 'listed'

function entryOf({ request, operation, responseClass, status }: Observation): Entry | undefined {
  const { credential, violations, open } = request
  const place = credential.kind === 'valid' ? listed : credential.kind === 'open' ? credential.elsewhere : undefined
  if (place === undefined || violations.length > 0 || open.length > 0) return undefined
  const isDenied = status === 401 || status === 403
  const isStopped = responseClass === 'rejected' && !isDenied && place !== listed
  if (responseClass !== 'accepted' && !isDenied && !isStopped) return undefined
  return { operation: operation.id, place, outcome: isDenied ? 'denied' : isStopped ? 'stopped' : 'accepted', status }
}
