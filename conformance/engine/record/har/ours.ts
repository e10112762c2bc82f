import type { Ended, Facet } from '../../../core/model/exchange.ts'
import { type CaseFacts, caseFactsFrom } from '../evidence/case-facts.ts'
import type { JsonObject } from '../evidence/read-json.ts'
import { asObject, asText } from './har-json.ts'

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

const endings: Readonly<Record<Ended, true>> = {
  complete: true,
  reset: true,
  timeout: true,
  cancelled: true,
  'too-large': true,
}
/** The facets of an exchange that a HAR can contain. */
const heldByHar = ['request-headers', 'request-body', 'response-headers', 'response-body'] as const

/** Reads the members that this suite adds to an entry; `undefined` for an entry of another program. */
export function readOwnMembers(entry: JsonObject): OwnMembers | undefined {
  const own = asObject(entry['_exchange'])
  const [id, target, path] = [asText(own['id']), asText(own['target']), asText(own['path'])]
  const [ended, trouble] = [asText(own['ended']), asText(own['trouble'])]
  if (!id || !target || !path || ended === undefined || !Object.hasOwn(endings, ended)) return undefined
  const { captured } = own
  const facts = caseFactsFrom(own)
  return {
    id,
    target,
    path,
    ended: ended as Ended,
    captured: Array.isArray(captured) ? heldByHar.filter((facet) => captured.includes(facet)) : [],
    trouble,
    facts: typeof facts === 'string' ? {} : facts,
    isEncoded: own['isEncoded'] === true,
  }
}
