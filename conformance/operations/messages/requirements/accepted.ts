import { accepts } from '../../../model/build.ts'
import type { AcceptanceRequirement } from '../../../model/requirement.ts'
import type { Capability } from '../../../model/vocabulary.ts'

interface More {
  readonly dependsOn?: readonly string[]
  readonly capability?: Capability
  readonly reading?: string
}

/** "A request with this is accepted": one listed thing of section 2.8, with and without streaming. */
export function accepted<const Id extends string>(id: Id, what: string, more: More = {}): AcceptanceRequirement<Id> {
  return accepts({
    id,
    section: '2.8',
    endpoint: 'messages.create',
    alsoOn: ['messages.stream'],
    reading: 'G2',
    statement: `A request with ${what} is accepted.`,
    ...more,
  })
}
