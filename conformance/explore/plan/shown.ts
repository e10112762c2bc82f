import { constraintsAt } from '../../../schemas/index.ts'
import type { Site } from '../schema/walk.ts'
import type { Edge } from '../values/boundaries.ts'

/** The edges that an operation's requests show already, by the subschema they belong to, and what they make use of. */
export interface Shown {
  readonly uses: Set<string>
  has(site: Site, edge: Edge): boolean
  /** Whether an earlier operation shows an edge, so that showing it again is worth a request only for what it leads to. */
  hasElsewhere(site: Site, edge: Edge): boolean
  /** Whether one of these sites has a constraint that no request of this operation has met. */
  isNewGround(sites: Iterable<Site>): boolean
  isNewUse(uses: readonly string[]): boolean
  meet(site: Site): void
  add(site: Site, edge: Edge): void
}

/**
 * Starts with nothing shown. An operation whose requests obey the same schema as an earlier one's, `elsewhere`, meets
 * every constraint again and shows every member, but not every value.
 */
export function startShown(elsewhere?: Shown): Shown {
  const uses = new Set<string>()
  const bySchema = new WeakMap<object, Set<string>>()
  const met = new WeakSet<object>()
  const has: Shown['has'] = ({ node }, { key }) => bySchema.get(node.schema)?.has(key) === true
  return {
    uses,
    has,
    hasElsewhere: (site, edge) => !edge.isMember && elsewhere?.has(site, edge) === true,
    isNewGround(sites) {
      for (const { node } of sites) if (!met.has(node.schema) && constraintsAt(node).length > 0) return true
      return false
    },
    isNewUse: (wanted) => wanted.some((use) => !uses.has(use) && !elsewhere?.uses.has(use)),
    meet: ({ node }) => void met.add(node.schema),
    add: ({ node }, { key }) => void bySchema.set(node.schema, (bySchema.get(node.schema) ?? new Set()).add(key)),
  }
}
