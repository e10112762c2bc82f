import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ExchangeFact } from '../exchange-fact.ts'
import { unservedMembersOf, withoutSpelling } from './unserved-members.ts'

const anyFacts = fc
  .array(
    fc.record({
      operation: fc.constantFrom('content.generate', 'content.stream'),
      responseClass: fc.constantFrom('accepted', 'rejected'),
      members: fc.subarray(['contents', 'toolConfig', 'tool_config', 'safetySettings']),
    }),
  )
  .map((all) => all.map((one, index) => ({ ...one, exchange: `e${index}` }) as unknown as ExchangeFact))

test('an unserved member is in the request and in no accepted one of its operation, in either spelling', () => {
  fc.assert(
    fc.property(anyFacts, (facts) => {
      const unserved = unservedMembersOf(facts)
      for (const { exchange, operation, members = [] } of facts) {
        const accepted = facts.filter((one) => one.operation === operation && one.responseClass === 'accepted')
        const served = accepted.flatMap((one) => one.members ?? []).map(withoutSpelling)
        const expected = members.map(withoutSpelling).filter((member) => !served.includes(member))
        expect([...unserved(exchange)]).toEqual(accepted.length === 0 ? [] : [...new Set(expected)])
      }
    }),
  )
})
