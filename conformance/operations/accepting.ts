import { accepts } from '../model/build.ts'
import type { AcceptanceRequirement } from '../model/requirement.ts'
import type { Capability, Level } from '../model/vocabulary.ts'

type About = Pick<AcceptanceRequirement, 'section' | 'endpoint' | 'alsoOn'>

/** What one such sentence says otherwise. */
export interface More {
  readonly level?: Level
  readonly reading?: string
  readonly capability?: Capability
  readonly dependsOn?: readonly string[]
}

/** How the sentences "a request with this is accepted" of one section are written (readings.md G2). */
export function accepting(about: About) {
  return <const Id extends string>(id: Id, what: string, more: More = {}): AcceptanceRequirement<Id> =>
    accepts({ reading: 'G2', ...about, id, statement: `A request with ${what} is accepted.`, ...more })
}
