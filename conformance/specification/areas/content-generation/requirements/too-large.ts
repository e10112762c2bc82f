import { acrossExchanges } from '../../../../core/model/build.ts'
import { counted } from '../../../../core/text/counted.ts'
import { breaksRules } from './rejection-status.ts'

/** The size of a request body in bytes, and its result. */
export interface SizedRequest {
  readonly operation: string
  readonly bytes: number
  readonly outcome: 'accepted' | 'too-large'
}

/** Requirements on rejections of bodies that are too large. The specification states no limit. */
export default [
  acrossExchanges<'content.too-large-only-when-larger', SizedRequest>({
    id: 'content.too-large-only-when-larger',
    section: '7',
    endpoint: 'content.generate',
    alsoOn: ['content.stream'],
    dimension: 'status',
    level: 'stated',
    interpretation: 'C3',
    conditional: true,
    statement:
      'A request that violates a rule is rejected with 413 only if its body is larger than every accepted body.',
    needs: ['request-body'],
    collect: (seen) => {
      const sent = { operation: seen.operation.id, bytes: seen.exchange.request.body.length }
      if (seen.responseClass === 'accepted') return { ...sent, outcome: 'accepted' }
      return seen.status === 413 && breaksRules(seen) ? { ...sent, outcome: 'too-large' } : undefined
    },
    isExercised: (collected) =>
      collected.some(({ fact }) => fact.outcome === 'too-large') &&
      collected.some(({ fact }) => fact.outcome === 'accepted'),
    *check(collected) {
      const largest = largestAccepted(collected.map(({ fact }) => fact))
      for (const { exchange, fact } of collected) {
        const most = largest.get(fact.operation) ?? -1
        if (fact.outcome !== 'too-large' || fact.bytes > most) continue
        const message = `returned 413 for a body of ${counted(fact.bytes, 'byte')}, but accepted a body of ${counted(most, 'byte')}`
        yield { exchange, message, at: { in: 'status' }, expected: 400, actual: 413 }
      }
    },
  }),
] as const

/** Returns the size of the largest accepted body of each operation. */
function largestAccepted(sent: readonly SizedRequest[]): ReadonlyMap<string, number> {
  const largest = new Map<string, number>()
  for (const { operation, bytes, outcome } of sent) {
    if (outcome === 'accepted') largest.set(operation, Math.max(bytes, largest.get(operation) ?? 0))
  }
  return largest
}
