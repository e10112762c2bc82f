import type { Constraint } from '../../../schemas/index.ts'
import { isObject } from '../../../schemas/json.ts'
import { below, stepsOf } from '../../../schemas/json-pointer.ts'
import type { RecordedRequest } from '../../core/model/exchange.ts'
import type { Operation, RequestValue } from '../../core/model/operation.ts'
import { schemaPlace } from '../plan/schema/place.ts'
import { type SchemaView, type Site, sitesOf } from '../plan/schema/view.ts'
import type { Subject } from '../plan/subject.ts'
import { mentionedBy, type ViewedPlace, violableAt } from './wrong-values.ts'

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

export function controlOf(operation: Operation, id: string, request: RecordedRequest): Control {
  const value = operation.read(request)
  const isAsWritten = Buffer.compare(operation.write(value).body, request.body) === 0
  return { id, value, isAsWritten, price: operation.cost(value).images, size: request.body.length }
}

/** A place in a control request where a keyword can be violated. */
export interface Instance extends ViewedPlace {
  readonly control: Control
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
export function constraintsIn({ root }: Subject, controls: readonly Control[]): readonly ViolableConstraint[] {
  const found = new Map<string, ViolableConstraint>()
  const known = new Map<string, Names | undefined>()
  if (root === undefined) return []
  for (const control of controls)
    for (const { pointer, value, views } of sitesOf(root, control.value)) {
      const mentioned = views.flatMap(mentionedBy)
      for (const view of views) {
        note({ control, pointer, value, view, mentioned }, violablesOf(view, value))
        for (const absent of absentMembers(view, pointer, value))
          note({ control, ...absent, mentioned: mentionedAbout(views, absent.pointer) }, ['add'])
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

  function note(instance: Instance, all: readonly string[]): void {
    const { view } = instance
    for (const violable of all) {
      const key = `${view.index} ${violable}`
      const names = known.has(key) ? known.get(key) : namesFor(view, violable)
      known.set(key, names)
      if (names === undefined) continue
      const fresh = () => ({ violable, names, instances: [], tried: new Map<string, string>(), misses: 0 })
      const constraint: ViolableConstraint = found.get(key) ?? fresh()
      found.set(key, constraint)
      constraint.instances.push(instance)
    }
  }
}

function rulesOf({ schema: { 'x-rule': rules } }: SchemaView): readonly unknown[] {
  return [rules].flat().filter((rule) => rule !== undefined)
}

/** Returns everything that can be violated at a place, including rules in code. */
function violablesOf(view: SchemaView, value: unknown): readonly string[] {
  const rules = rulesOf(view)
  const hasRule = rules.length > 0 && view.constraints.some(({ keyword }) => rules.includes(keyword))
  return hasRule ? [...violableAt({ view, value }), 'x-rule'] : violableAt({ view, value })
}

/** Returns the names that a violation may violate; `undefined` if there are none. */
function namesFor(view: SchemaView, violable: string): Names | undefined {
  const asked = constraintsFor(view, violable)
  if (asked.length === 0) return undefined
  return {
    requirement: asked.map(({ requirement }) => requirement),
    constraint: asked.map((one) => `${one.place} ${one.keyword}`),
  }
}

function constraintsFor(view: SchemaView, violable: string): readonly Constraint[] {
  const [keyword = '', name] = violable.split(' ', 2)
  const { constraints, condition } = view
  if (keyword === 'add') return constraintsWithin(view)
  if (keyword === 'if') return [condition?.follows, condition?.otherwise].flatMap((part) => constraintsWithin(part))
  if (violable === 'x-rule') return constraints.filter((one) => rulesOf(view).includes(one.keyword))
  return constraints.filter((one) => one.keyword === keyword && (name === undefined || one.place.endsWith(`/${name}`)))
}

/** Returns the constraints of a schema and its references, without those of list items and of nested members. */
function constraintsWithin(view: SchemaView | undefined, depth = 0): readonly Constraint[] {
  if (view === undefined || depth > 4) return []
  const { constraints, reference, condition, allOf, properties } = view
  const members = depth === 0 ? [...properties.values()] : []
  const parts = [reference, condition?.follows, condition?.otherwise, ...allOf, ...members]
  return [...constraints, ...parts.flatMap((part) => constraintsWithin(part, depth + 1))]
}

/** Returns optional members that are absent. A wrong one may be added. */
function absentMembers({ properties }: SchemaView, pointer: string, value: unknown): readonly ViewedPlace[] {
  if (!isObject(value)) return []
  return [...properties].flatMap(([name, view]) =>
    Object.hasOwn(value, name) ? [] : [{ view, pointer: below(pointer, name), value: undefined }],
  )
}

/** Returns the values that the schemas of an object list for one of its members. */
function mentionedAbout(views: Site['views'], pointer: string): readonly unknown[] {
  const name = stepsOf(pointer).at(-1) ?? ''
  return schemaPlace(views.flatMap(({ properties }) => properties.get(name) ?? [])).mentioned()
}
