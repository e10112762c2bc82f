import { refuses } from '../../../model/build.ts'
import type { RefusalRequirement } from '../../../model/requirement.ts'
import type { Capability, Level } from '../../../model/vocabulary.ts'

interface More {
  readonly section?: string
  readonly level?: Level
  readonly reading?: string
  readonly capability?: Capability
  readonly conditional?: true
}

/** "A request with this is refused": one broken rule of section 2.8 (readings M1), with and without streaming. */
export function refused<const Id extends string>(id: Id, what: string, more: More = {}): RefusalRequirement<Id> {
  return refuses({
    id,
    section: '2.8',
    endpoint: 'messages.create',
    alsoOn: ['messages.stream'],
    level: 'stated',
    reading: 'M1',
    statement: `A request with ${what} is refused with a 4xx status.`,
    ...more,
  })
}
