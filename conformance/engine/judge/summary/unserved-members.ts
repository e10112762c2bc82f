import type { ExchangeFact } from '../exchange-fact.ts'
import { groupBy } from '../transcript/group-by.ts'

/** Returns the unserved members of a request, by the id of its exchange. */
export type UnservedMembers = (exchange: string) => ReadonlySet<string>

const none: ReadonlySet<string> = new Set()

/**
 * Returns a function that gives the members of a valid request's body that no accepted request of its operation has:
 * each may be why the request was not accepted. There are none if the operation accepts nothing. A member in two
 * spellings is one: `toolConfig` and `tool_config`.
 */
export function unservedMembersOf(facts: readonly ExchangeFact[]): UnservedMembers {
  const found = new Map<string, ReadonlySet<string>>()
  for (const own of groupBy(facts, ({ operation }) => operation).values()) {
    const accepted = own.filter(({ responseClass }) => responseClass === 'accepted')
    if (accepted.length === 0) continue
    const served = new Set(accepted.flatMap(({ members = [] }) => members.map(withoutSpelling)))
    for (const { exchange, members = [] } of own)
      found.set(exchange, new Set(members.map(withoutSpelling).filter((member) => !served.has(member))))
  }
  return (exchange) => found.get(exchange) ?? none
}

/** Returns a name without what distinguishes its two spellings. */
export function withoutSpelling(name: string): string {
  return name.replaceAll('_', '').toLowerCase()
}
