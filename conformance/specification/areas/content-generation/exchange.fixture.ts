import { exchangeWith, responseWith } from '../../../core/model/exchange.fixture.ts'
import type { Exchange, HeaderLine } from '../../../core/model/exchange.ts'
import type { Observation } from '../../../core/model/observation.ts'
import type { Operation, RequestValue } from '../../../core/model/operation.ts'
import { appliesTo, type Requirement } from '../../../core/model/requirement.ts'
import { generateContent, streamContent } from './operations.ts'
import requirements from './requirements/index.ts'
import { ask } from './templates/build.ts'
import { plain } from './templates/turns.ts'

export function exchange(
  operation: Operation,
  value: RequestValue,
  status: number,
  headers: readonly HeaderLine[],
  body: string | Uint8Array,
): Exchange {
  const response = responseWith(typeof body === 'string' ? body : [body], { status, headers })
  return exchangeWith({ request: operation.write(value), response })
}

export function reply(value: RequestValue, body: unknown, status = 200): Exchange {
  return exchange(generateContent, value, status, [['content-type', 'application/json']], JSON.stringify(body))
}

export function stream(text: string, type = 'text/event-stream'): Exchange {
  return exchange(streamContent, plain, 200, [['content-type', type]], text)
}

/** Returns the ids of the requirements that an exchange violates, without those that are only informational. */
export function brokenBy(seen: Observation | undefined): readonly string[] {
  if (seen === undefined) throw new Error('the exchange is meant for no operation')
  const all: readonly Requirement[] = requirements
  return all
    .filter(
      ({ level, endpoint, alsoOn }) =>
        level !== 'unspecified' && [endpoint, ...(alsoOn ?? [])].includes(seen.operation.id),
    )
    .filter((one) => one.kind === 'exchange' && appliesTo(one, seen) && [...one.check(seen)].length > 0)
    .map(({ id }) => id)
    .sort()
}

export function answer(...parts: readonly unknown[]): unknown {
  return { candidates: [{ content: { parts, role: 'model' }, finishReason: 'STOP', index: 0 }] }
}

export function candidate(members: Readonly<Record<string, unknown>>): unknown {
  return { candidates: [{ content: { parts: [{ text: 'Blue.' }], role: 'model' }, ...members }] }
}

export function callOf(name: string, args?: unknown): unknown {
  return answer({ functionCall: { name, ...(args === undefined ? {} : { args }) } })
}

export const rejection = { error: { code: 400, message: 'no', status: 'INVALID_ARGUMENT' } }
export const noContents = ask({})
