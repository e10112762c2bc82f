import { type Members, membersOf } from '../../../../schemas/json.ts'
import { type Ended, type Facet, isEnded } from '../../../core/model/exchange.ts'
import { type CaseFacts, caseFactsFrom } from '../evidence/case-facts.ts'
import { asText } from './har-json.ts'

/** Members that this suite adds to the entries of its own HARs. */
export interface OwnMembers {
  readonly id: string
  readonly target: string
  readonly path: string
  readonly ended: Ended
  readonly captured: readonly Facet[]
  readonly trouble?: string
  readonly facts: CaseFacts
  readonly isEncoded: boolean
}

/** The facets of an exchange that a HAR can contain. */
const heldByHar = ['request-headers', 'request-body', 'response-headers', 'response-body'] as const

/** Reads the members that this suite adds to an entry; `undefined` for an entry of another program. */
export function readOwnMembers(entry: Members): OwnMembers | undefined {
  const own = membersOf(entry['_exchange'])
  const [id, target, path] = [asText(own['id']), asText(own['target']), asText(own['path'])]
  const [ended, trouble] = [asText(own['ended']), asText(own['trouble'])]
  if (!id || !target || !path || !isEnded(ended)) return undefined
  const { captured } = own
  const facts = caseFactsFrom(own)
  return {
    id,
    target,
    path,
    ended,
    captured: Array.isArray(captured) ? heldByHar.filter((facet) => captured.includes(facet)) : [],
    trouble,
    facts: typeof facts === 'string' ? {} : facts,
    isEncoded: own['isEncoded'] === true,
  }
}
