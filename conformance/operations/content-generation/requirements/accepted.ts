import { accepts } from '../../../model/build.ts'
import type { AcceptanceRequirement } from '../../../model/requirement.ts'
import type { Capability, Level } from '../../../model/vocabulary.ts'

interface More {
  readonly level?: Level
  readonly reading?: string
  readonly capability?: Capability
  readonly dependsOn?: readonly string[]
}

/** "A request with this is accepted": one listed thing of section 2.6, with and without streaming. */
export function accepted<const Id extends string>(id: Id, what: string, more: More = {}): AcceptanceRequirement<Id> {
  return accepts({
    id,
    section: '2.6',
    endpoint: 'content.generate',
    alsoOn: ['content.stream'],
    reading: 'G2',
    statement: `A request with ${what} is accepted.`,
    ...more,
  })
}
