import { constraintsAt } from '../../schemas/index.ts'
import type { Edge } from './boundaries.ts'
import type { Site } from './walk.ts'

/**
 * The edges that an operation's requests show already, by the subschema they belong to, and what they make use of.
 * An operation whose requests obey the same schema as an earlier one's meets every constraint again and shows every
 * member, but not every value.
 */
export class Shown {
  readonly uses = new Set<string>()
  readonly #elsewhere: Shown | undefined
  readonly #bySchema = new WeakMap<object, Set<string>>()
  readonly #met = new WeakSet<object>()

  constructor(elsewhere?: Shown) {
    this.#elsewhere = elsewhere
  }

  has({ node }: Site, { key }: Edge): boolean {
    return this.#bySchema.get(node.schema)?.has(key) === true
  }

  /** Whether an earlier operation shows an edge, so that showing it again is worth a request only for what it leads to. */
  hasElsewhere(site: Site, edge: Edge): boolean {
    return !edge.isMember && this.#elsewhere?.has(site, edge) === true
  }

  /** Whether one of these sites has a constraint that no request of this operation has met. */
  isNewGround(sites: Iterable<Site>): boolean {
    for (const { node } of sites) if (!this.#met.has(node.schema) && constraintsAt(node).length > 0) return true
    return false
  }

  meet(sites: Iterable<Site>): void {
    for (const { node } of sites) this.#met.add(node.schema)
  }

  isNewUse(uses: readonly string[]): boolean {
    return uses.some((use) => !this.uses.has(use) && !this.#elsewhere?.uses.has(use))
  }

  add({ node }: Site, { key }: Edge): void {
    const keys = this.#bySchema.get(node.schema) ?? new Set()
    this.#bySchema.set(node.schema, keys.add(key))
  }
}
