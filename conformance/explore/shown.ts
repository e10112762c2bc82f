import type { Edge } from './boundaries.ts'
import type { Site } from './walk.ts'

/**
 * The edges that an operation's requests show already, by the subschema they belong to, and what they make use of.
 * An operation whose requests obey the same schema as an earlier one's shows every member again, but not every value.
 */
export class Shown {
  readonly uses = new Set<string>()
  readonly #elsewhere: Shown | undefined
  readonly #bySchema = new WeakMap<object, Set<string>>()

  constructor(elsewhere?: Shown) {
    this.#elsewhere = elsewhere
  }

  has(site: Site, edge: Edge): boolean {
    if (this.#bySchema.get(site.node.schema)?.has(edge.key)) return true
    return !edge.isMember && this.#elsewhere?.has(site, edge) === true
  }

  isNewUse(uses: readonly string[]): boolean {
    return uses.some((use) => !this.uses.has(use) && !this.#elsewhere?.uses.has(use))
  }

  add({ node }: Site, { key }: Edge): void {
    const keys = this.#bySchema.get(node.schema) ?? new Set()
    this.#bySchema.set(node.schema, keys.add(key))
  }
}
