import { createHash } from 'node:crypto'
import { answerInWords } from '../../../model/answer-in-words.ts'
import { acrossExchanges } from '../../../model/build.ts'
import type { Observation } from '../../../model/observation.ts'
import type { Collected } from '../../../model/requirement.ts'
import { quota } from './quota.ts'

/** What is compared: the rest may change between two requests (readings.md T2). */
const members = ['name', 'unlimited_quota', 'model_limits', 'model_limits_enabled', 'expires_at'] as const

/** How a key was received, and digests of what its token is told. */
export interface Presentation {
  readonly isTwin: boolean
  readonly reception: Observation['reception']
  readonly status: number | undefined
  readonly told?: Readonly<Record<string, string>>
}

const about = {
  section: '4',
  endpoint: 'usage.token',
  level: 'stated',
  reading: 'T2',
  isExercised: (collected: readonly Collected<Presentation>[]) =>
    [true, false].every((isTwin) => collected.some(ofKind(isTwin))),
} as const

/** What the prefix `sk-` means: nothing. */
export const skPrefix = [
  acrossExchanges({
    ...about,
    id: 'usage.sk-prefix-accepted',
    dimension: 'status',
    needs: ['request-headers'],
    statement: 'A key is accepted with and without its `sk-` prefix.',
    collect: noted,
    *check(collected) {
      for (const { exchange, fact } of collected) {
        const form = fact.isTwin ? 'with its sk- prefix added or removed' : 'as it was given'
        const message = `the key ${form} is answered with ${answerInWords(fact.status, fact.reception)}`
        const at = { in: 'status' } as const
        if (isTurnedAway(fact) && isOtherFormKnown(fact, collected))
          yield { exchange, message, at, actual: fact.status }
        else if (fact.isTwin && fact.reception !== 'accepted' && !isServedAgain(fact, collected))
          yield { exchange, message, at, actual: fact.status, doubt: true }
      }
    },
  }),
  acrossExchanges({
    ...about,
    id: 'usage.sk-prefix-same-data',
    dimension: 'field',
    needs: ['request-headers', 'response-body'],
    statement: 'A key with and without its `sk-` prefix is told the same about its token.',
    collect: (seen) => {
      const fact = noted(seen)
      return fact?.told === undefined ? undefined : fact
    },
    *check(collected) {
      const plain = collected.filter(ofKind(false))
      for (const { exchange, fact } of collected.filter(ofKind(true))) {
        for (const member of members) {
          if (plain.length === 0 || plain.some((other) => other.fact.told?.[member] === fact.told?.[member])) continue
          yield {
            exchange,
            message: `${member} is another for the other form of the key`,
            at: { in: 'body', pointer: `/data/${member}` },
          }
        }
      }
    },
  }),
] as const

function noted(seen: Observation): Presentation | undefined {
  const { kind } = seen.request.credential
  if (kind !== 'valid' && kind !== 'valid-twin') return undefined
  const data = seen.reception === 'accepted' ? quota(seen) : undefined
  const told = data && Object.fromEntries(members.map((member) => [member, digest(data[member])]))
  const { reception, status } = seen
  return { isTwin: kind === 'valid-twin', reception, status, ...(told === undefined ? {} : { told }) }
}

function isTurnedAway({ reception }: Presentation): boolean {
  return reception === 'refused' || reception === 'denied'
}

/** Whether the target knows the key in its other form; as it was given, also that it never takes this one. */
function isOtherFormKnown({ isTwin }: Presentation, collected: readonly Collected<Presentation>[]): boolean {
  const isKnown = (form: boolean) => collected.some(({ fact }) => fact.isTwin === form && fact.reception === 'accepted')
  return isKnown(!isTwin) && (isTwin || !isKnown(false))
}

/** Whether a busy target took the same key when it was asked again (readings.md G11). */
function isServedAgain({ isTwin, reception }: Presentation, collected: readonly Collected<Presentation>[]): boolean {
  if (reception !== 'busy' && reception !== 'failed') return false
  return collected.some(({ fact }) => fact.isTwin === isTwin && fact.reception === 'accepted')
}

function ofKind(isTwin: boolean) {
  return ({ fact }: Collected<Presentation>) => fact.isTwin === isTwin
}

/** Equal for values that are equal whatever the order of their members. */
function digest(value: unknown): string {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  const ordered = isObject ? Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)) : value
  return createHash('sha256')
    .update(JSON.stringify(ordered) ?? 'absent')
    .digest('hex')
}
