import { refuses } from '../model/build.ts'
import type { RefusalRequirement } from '../model/requirement.ts'
import type { Capability, Level } from '../model/vocabulary.ts'

type About = Pick<RefusalRequirement, 'section' | 'endpoint' | 'alsoOn' | 'reading'>

/** What one such sentence says otherwise. */
export interface More {
  readonly section?: string
  readonly level?: Level
  readonly reading?: string
  readonly capability?: Capability
  readonly conditional?: true
}

/** How the sentences "a request with this is refused" of one section are written; stated unless they say otherwise. */
export function refusing(about: About) {
  return <const Id extends string>(id: Id, what: string, more: More = {}): RefusalRequirement<Id> =>
    refuses({
      level: 'stated',
      ...about,
      id,
      statement: `A request with ${what} is refused with a 4xx status.`,
      ...more,
    })
}
