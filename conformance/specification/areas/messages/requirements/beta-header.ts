import { createHash } from 'node:crypto'
import { acrossExchanges } from '../../../../core/model/build.ts'
import type { Exchange } from '../../../../core/model/exchange.ts'
import { isSuccess, type ResponseClass } from '../../../../core/model/observation.ts'

/** One request that names several beta features. */
export interface BetaRequest {
  /** Equal for requests that differ only in the notation of the header. */
  readonly request: string
  readonly form: 'list' | 'repeated'
  readonly status: number
}

/** Response classes that depend on the request. */
const telling: readonly ResponseClass[] = ['accepted', 'rejected', 'unrecognised']

/** Requirements on the two notations of several beta features. */
export default [
  acrossExchanges({
    id: 'messages.beta-forms-agree',
    section: '9',
    endpoint: 'messages.create',
    alsoOn: ['messages.stream'],
    dimension: 'status',
    level: 'implied',
    interpretation: 'M6',
    conditional: true,
    statement: '`provider-beta` as a list and as a repeated header get the same status.',
    needs: ['request-headers', 'request-body'],
    collect: (seen): BetaRequest | undefined =>
      seen.status !== undefined && telling.includes(seen.responseClass) ? asked(seen.exchange, seen.status) : undefined,
    *check(collected) {
      for (const { exchange, fact } of collected.filter((one) => one.fact.form === 'repeated')) {
        const twins = collected.filter((one) => one.fact.form === 'list' && one.fact.request === fact.request)
        const other = twins.find((twin) => !isSameStatus(twin.fact.status, fact.status))
        if (other === undefined) continue
        const message = `returned ${fact.status} for the repeated header, but ${other.fact.status} for the list (${other.exchange})`
        yield { exchange, message, at: { in: 'status' }, expected: other.fact.status, actual: fact.status }
      }
    },
    isExercised: (collected) =>
      collected.some(({ fact }) =>
        collected.some((other) => other.fact.request === fact.request && other.fact.form !== fact.form),
      ),
  }),
] as const

/** Returns whether two statuses are equivalent. The specification does not fix the 2xx status of a success (G3). */
function isSameStatus(one: number, other: number): boolean {
  return one === other || (isSuccess(one) && isSuccess(other))
}

function asked({ request }: Exchange, status: number): BetaRequest | undefined {
  const lines = request.headers.filter(([name]) => name.toLowerCase() === 'provider-beta').map(([, value]) => value)
  const features = lines.flatMap((line) => line.split(',')).map((feature) => feature.trim())
  if (features.length < 2) return undefined
  const digest = createHash('sha256').update(JSON.stringify(features)).update(request.body).digest('hex')
  return { request: digest, form: lines.length > 1 ? 'repeated' : 'list', status }
}
