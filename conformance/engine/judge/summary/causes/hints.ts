import { redirectInWords } from '../../../../core/text/redirect.ts'
import type { ExchangeFact } from '../../exchange-fact.ts'
import type { Failure } from './failure.ts'

/** Returns the goal of the redirect, with its remedy. The preflight uses the same words when everything is redirected. */
export function redirectedTo(failures: readonly Failure[]): string | undefined {
  const [redirect] = failures.flatMap(({ shown }) => shown.flatMap(({ fact }) => fact?.redirect ?? []))
  if (redirect === undefined) return undefined
  return `Most clients do not follow a redirect of a request with a body; ${redirectInWords(redirect)} (\`baseUrls\` in the config file, for one area)`
}

/**
 * Returns advice about a rejected plain request on operations that accept other requests: the members that each of those
 * has and the plain request lacks. `undefined` if an operation accepts nothing.
 */
export function servedOtherwise(failures: readonly Failure[], facts: readonly ExchangeFact[]): string | undefined {
  const operations = new Set(failures.map(({ name }) => name.operation))
  const added = [...operations].map((operation) => addedOn(facts.filter((fact) => fact.operation === operation)))
  if (added.some((names) => names === undefined)) return undefined
  const [first = [], ...others] = added as readonly (readonly string[])[]
  const shared = first.filter((name) => others.every((names) => names.includes(name)))
  return shared.length === 0
    ? 'Other requests are accepted: compare them with the plain request, which has the required members only.'
    : `With ${shared.map((name) => `\`${name}\``).join(' and ')} named it is served: find where the gateway requires that. The specification does not.`
}

/** Returns the members that every accepted request has and no plain one; `undefined` if none was accepted. */
function addedOn(facts: readonly ExchangeFact[]): readonly string[] | undefined {
  const accepted = facts.filter(({ responseClass, members }) => responseClass === 'accepted' && members !== undefined)
  const plain = new Set(facts.filter(({ isPlain }) => isPlain).flatMap(({ members = [] }) => members))
  const [first, ...others] = accepted.map(({ members = [] }) => members)
  return first?.filter((name) => !plain.has(name) && others.every((members) => members.includes(name)))
}
