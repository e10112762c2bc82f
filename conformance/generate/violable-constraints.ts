import type { Constraint, SchemaNode } from '../../schemas/index.ts'
import { isObject } from '../../schemas/json.ts'
import { below, stepsOf } from '../../schemas/json-pointer.ts'
import type { RequestValue } from '../model/operation.ts'
import type { Language } from '../plan/schema/language.ts'
import { listUnder, propertiesOf, referenceOf, under } from '../plan/schema/subschemas.ts'
import { byPlace, type Site, walk } from '../plan/schema/walk.ts'
import type { Subject } from '../plan/subject.ts'
import { mentionedBy, violableAt } from './wrong-values.ts'

/** A request that should be accepted, on which violations are built. */
export interface Control {
  readonly id: string
  readonly value: RequestValue
  /** False if its bytes spell the value in another way than the violations built on it. */
  readonly isAsWritten: boolean
  /** Its cost in images if a target wrongly accepts a violation built on it. */
  readonly price: number
  /** The length of its body in bytes. */
  readonly size: number
}

/** A place in a control request where a keyword can be violated. */
export interface Instance {
  readonly control: Control
  readonly site: Site
  /** Values that any schema of the place mentions: a value that one schema allows may violate another. */
  readonly mentioned: readonly unknown[]
}

/** A constraint that can be violated, with all places where it can be. */
export interface ViolableConstraint {
  readonly violable: string
  readonly names: Names
  readonly instances: Instance[]
  /** The places and values that were tried, as JSON, with the type of each value. */
  readonly tried: Map<string, string>
  misses: number
}

/** The requirements and constraints that a violation may violate, according to the schema. */
interface Names {
  readonly requirement: readonly string[]
  readonly constraint: readonly string[]
}

/** Returns the constraints that can be violated in at least one of the controls. */
export function constraintsIn(
  { language, root }: Subject,
  controls: readonly Control[],
): readonly ViolableConstraint[] {
  const found = new Map<string, ViolableConstraint>()
  const numbers = new Map<object, number>()
  const known = new Map<string, Names | undefined>()
  if (root === undefined) return []
  for (const control of controls) {
    for (const sites of byPlace(walk(language, root, control.value)).values()) {
      const mentioned = sites.flatMap(({ node }) => mentionedBy(node))
      for (const site of sites) {
        note(control, site, mentioned)
        for (const absent of absentMembers(site)) note(control, absent, mentionedAbout(sites, absent.pointer), ['add'])
      }
    }
  }
  // Prefers controls with the spelling of the violations, since a target may reject a spelling, except for rules in code,
  // which are hard to violate. Also prefers cheap ones, since a target that wrongly accepts violations bills them.
  for (const { violable, instances } of found.values()) {
    const alike = violable === 'x-rule' ? [] : instances.filter(({ control }) => control.isAsWritten)
    const possible = alike.length > 0 ? alike : [...instances]
    const least = Math.min(...possible.map(({ control }) => control.price))
    instances.splice(0, instances.length, ...possible.filter(({ control }) => control.price <= 2 * least))
  }
  return [...found.values()]

  function note(control: Control, site: Site, mentioned: readonly unknown[], all = violablesOf(language, site)): void {
    const number = numbers.get(site.node.schema) ?? numbers.size
    numbers.set(site.node.schema, number)
    for (const violable of all) {
      const key = `${number} ${violable}`
      const names = known.has(key) ? known.get(key) : namesFor(language, site.node, violable)
      known.set(key, names)
      if (names === undefined) continue
      const constraint: ViolableConstraint = found.get(key) ?? {
        violable,
        names,
        instances: [],
        tried: new Map(),
        misses: 0,
      }
      found.set(key, constraint)
      constraint.instances.push({ control, site, mentioned })
    }
  }
}

/** Returns everything that can be violated at a place, including rules in code. */
function violablesOf(language: Language, site: Site): readonly string[] {
  const rules = [site.node.schema['x-rule']].flat()
  const hasRule =
    rules[0] !== undefined && language.constraintsAt(site.node).some(({ keyword }) => rules.includes(keyword))
  return hasRule ? [...violableAt(site), 'x-rule'] : violableAt(site)
}

/** Returns the names that a violation may violate; `undefined` if there are none. */
function namesFor(language: Language, node: SchemaNode, violable: string): Names | undefined {
  const rules = [node.schema['x-rule']].flat()
  const [keyword = '', name] = violable.split(' ', 2)
  const asked =
    keyword === 'add'
      ? constraintsWithin(language, node)
      : keyword === 'if'
        ? ['then', 'else'].flatMap((side) => constraintsWithin(language, under(node, side)))
        : language
            .constraintsAt(node)
            .filter((one) =>
              violable === 'x-rule'
                ? rules.includes(one.keyword)
                : one.keyword === keyword && (name === undefined || one.place.endsWith(`/${name}`)),
            )
  if (asked.length === 0) return undefined
  return {
    requirement: asked.map(({ requirement }) => requirement),
    constraint: asked.map((one) => `${one.place} ${one.keyword}`),
  }
}

/** Returns the constraints of a schema and its references, without those of list items and of nested members. */
function constraintsWithin(language: Language, node: SchemaNode | undefined, depth = 0): readonly Constraint[] {
  if (node === undefined || depth > 4) return []
  const target = referenceOf(language, node)
  const members = depth === 0 ? [...propertiesOf(node).values()] : []
  const parts = [target, under(node, 'then'), under(node, 'else'), ...listUnder(node, 'allOf'), ...members]
  return [...language.constraintsAt(node), ...parts.flatMap((part) => constraintsWithin(language, part, depth + 1))]
}

/** Returns optional members that are absent. A wrong one may be added. */
function absentMembers({ node, pointer, value }: Site): readonly Site[] {
  if (!isObject(value)) return []
  return [...propertiesOf(node)].flatMap(([name, inner]) =>
    Object.hasOwn(value, name) ? [] : [{ node: inner, pointer: below(pointer, name), value: undefined }],
  )
}

/** Returns the values that the schemas of an object list for one of its members. */
function mentionedAbout(sites: readonly Site[], pointer: string): readonly unknown[] {
  const name = stepsOf(pointer).at(-1) ?? ''
  const nodes = sites.flatMap(({ node }) => propertiesOf(node).get(name) ?? [])
  return nodes
    .flatMap((node) => [node, ...listUnder(node, 'allOf')])
    .flatMap((node) => {
      const when = under(node, 'if')
      return [...mentionedBy(node), ...(when === undefined ? [] : mentionedBy(when))]
    })
}
