import type { Constraint as Asked, SchemaNode } from '../../schemas/index.ts'
import { isObject } from '../../schemas/json.ts'
import { below, remove, set, stepsOf } from '../../schemas/json-pointer.ts'
import type { Random } from '../model/arbitraries.ts'
import type { RequestValue } from '../model/operation.ts'
import type { Language } from '../plan/schema/language.ts'
import { listUnder, propertiesOf, referenceOf, under } from '../plan/schema/subschemas.ts'
import { byPlace, type Site, walk } from '../plan/schema/walk.ts'
import type { Subject } from '../plan/subject.ts'
import { placesIn } from '../plan/values/changes.ts'
import { seedFor } from '../plan/values/seed.ts'
import { confirmed, loneViolation, type SingleViolationRequest } from '../plan/violations.ts'
import { randomFrom } from './random.ts'
import { mentionedBy, violableAt, type Wrong, wrongValues } from './wrong-values.ts'

/** A request that should be accepted, on which violations are built. */
export interface Control {
  readonly id: string
  readonly value: RequestValue
  /** Its cost in images if a target wrongly accepts a violation built on it. */
  readonly price: number
  /** The length of its body in bytes. */
  readonly size: number
}

/** A request that violates one requirement and otherwise equals its control request. */
export interface Violating {
  readonly broken: SingleViolationRequest
  readonly control: Control
  /**
   * In round 0 each violates a new requirement, in round 1 a new constraint. Later rounds use other values and places.
   */
  readonly round: number
}

/** A place in a control request where a keyword can be violated. */
interface Instance {
  readonly control: Control
  readonly site: Site
  /** Values that any schema of the place mentions: a value that one schema allows may violate another. */
  readonly mentioned: readonly unknown[]
}

/** A constraint that can be violated, with all places where it can be. */
interface Constraint {
  readonly violable: string
  /** The requirements and constraints that a violation may violate, according to the schema. */
  readonly names: Names
  readonly instances: Instance[]
  /** The places and values that were tried, as JSON, with the type of each value. */
  readonly tried: Map<string, string>
  misses: number
}

/** The most failed tries for a constraint. */
const patience = 24

/**
 * Returns the most failed tries. A rule in code is hard to violate. Most conditions and added members repeat violations
 * of other constraints.
 */
function patienceWith(violable: string): number {
  if (violable === 'x-rule') return 12 * patience
  return violable === 'add' || violable.startsWith('if') ? patience / 2 : patience
}

/**
 * Yields violations of an operation's constraints, at random places of the controls. Those of the first rounds each
 * violate a new requirement, then a new constraint. Later ones use other values at other places.
 */
export function* violations(subject: Subject, controls: readonly Control[], seed: number): Generator<Violating> {
  const random = randomFrom(seedFor(seed, `${subject.operation.id} violations`))
  const shown = new Map<string, number>()
  let open = [...constraintsIn(subject, controls).values()]
  for (let round = 0; open.length > 0; round += 1) {
    const level = levels[round] ?? 'any'
    const isOld = ({ names }: Constraint) => names[level]?.every((name) => shown.has(name)) ?? false
    const isWanted = (broken: SingleViolationRequest) => isNew(broken, shown, level)
    const shuffled = random.shuffled(open)
    const ordered = round === 0 ? shuffled : rarestFirst(shuffled, shown)
    for (const search of level === 'any' ? [violationOf] : [violationOf, searched])
      for (const constraint of ordered) {
        const found = isOld(constraint) ? undefined : search(subject, constraint, random, isWanted)
        if (found === undefined) continue
        for (const name of namesOf(found.broken)) shown.set(name, (shown.get(name) ?? 0) + 1)
        yield { ...found, round }
      }
    // A constraint without new violations may still be violated by other values.
    if (level !== 'any') for (const constraint of open) constraint.misses = Math.min(constraint.misses, patience / 3)
    open = open.filter(({ misses, violable }) => misses < patienceWith(violable))
  }
}

/**
 * Returns first the constraints of the requirements with the fewest violations so far. Among equals, those of the whole
 * request come before those of nested members, since most targets check them in code of their own.
 */
function rarestFirst(constraints: readonly Constraint[], shown: ReadonlyMap<string, number>): readonly Constraint[] {
  const rankOf = ({ names, instances }: Constraint): readonly [times: number, depth: number] => [
    Math.min(...(names.requirement ?? []).map((name) => shown.get(name) ?? 0)),
    stepsOf(instances[0]?.site.pointer ?? '').length,
  ]
  const ranks = new Map(constraints.map((constraint) => [constraint, rankOf(constraint)]))
  return constraints.toSorted((one, other) => {
    const [times, depth] = ranks.get(one)!
    const [otherTimes, otherDepth] = ranks.get(other)!
    return times - otherTimes || depth - otherDepth
  })
}

/** Returns a violation of one constraint; `undefined` if a few tries find none that is wanted. */
function violationOf(
  subject: Subject,
  constraint: Constraint,
  random: Random,
  isWanted: (broken: SingleViolationRequest) => boolean,
): Omit<Violating, 'round'> | undefined {
  const { violable, instances, tried } = constraint
  const most = patienceWith(violable)
  for (; constraint.misses < most; constraint.misses += 1) {
    const one = random.pick(instances)
    const chosen = violable === 'x-rule' ? one : smallerOf(one, random.pick(instances))
    const { control } = chosen
    const fresh = wrongAt(chosen, violable).filter(({ pointer, value }) => !tried.has(nameOf(pointer, value)))
    if (fresh.length === 0) continue
    const types = new Set(tried.values())
    const ofNewType = fresh.filter(({ value }) => !types.has(jsonTypeOf(value)))
    const wrong = random.pick(ofNewType.length === 0 ? fresh : ofNewType)
    const broken = brokenBy(subject, control.value, wrong)
    if (broken === undefined || !isWanted(broken)) continue
    markTried(tried, wrong)
    return { broken, control }
  }
  return undefined
}

/** The most values that are tried in order after drawing failed. */
const mostSearched = 600

/** Does the same as `violationOf`, but tries all values in order, in small controls first. */
function searched(
  subject: Subject,
  { violable, instances, tried }: Constraint,
  _random: Random,
  isWanted: (broken: SingleViolationRequest) => boolean,
): Omit<Violating, 'round'> | undefined {
  const met = new Set<string>()
  for (const one of instances.toSorted((first, second) => first.control.size - second.control.size))
    for (const wrong of wrongAt(one, violable)) {
      const name = `${one.control.id} ${nameOf(wrong.pointer, wrong.value)}`
      if (met.has(name)) continue
      if (met.size === mostSearched) return undefined
      met.add(name)
      const broken = brokenBy(subject, one.control.value, wrong)
      if (broken === undefined || !isWanted(broken)) continue
      markTried(tried, wrong)
      return { broken, control: one.control }
    }
  return undefined
}

function wrongAt({ site, mentioned }: Instance, violable: string): readonly Wrong[] {
  return violable === 'x-rule' ? numbersChanged(site) : wrongValues(site, violable, mentioned)
}

/**
 * Returns the instance with the smaller control. It is easier to read, and less likely to be rejected for another
 * reason.
 */
function smallerOf(one: Instance, other: Instance): Instance {
  return other.control.size < one.control.size ? other : one
}

/** Returns the key of a place and a tried value. The items of a list share one place. */
function nameOf(pointer: string, value: unknown): string {
  return `${pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*')} ${JSON.stringify(value) ?? ''}`
}

function markTried(tried: Constraint['tried'], { pointer, value }: Wrong): void {
  tried.set(nameOf(pointer, value), jsonTypeOf(value))
}

/** Returns `array`, `null`, or what `typeof` returns. */
function jsonTypeOf(value: unknown): string {
  if (Array.isArray(value)) return 'array'
  return value === null ? 'null' : typeof value
}

/**
 * Returns changes of numbers. A rule in code compares numbers, so each is replaced with the others and their
 * successors.
 */
function numbersChanged({ value, pointer }: Site): readonly Wrong[] {
  const numbers = [...placesIn(value, pointer)].filter((place) => typeof place.value === 'number')
  const values = [...new Set(numbers.flatMap((place) => [place.value as number, (place.value as number) + 1]))]
  return numbers.flatMap((place) => values.map((wrong) => ({ pointer: place.pointer, value: wrong })))
}

/** The novelty that each round requires. */
const levels = ['requirement', 'constraint'] as const
type Level = (typeof levels)[number] | 'any'

function isNew(
  { requirement, constraints }: SingleViolationRequest,
  shown: ReadonlyMap<string, number>,
  level: Level,
): boolean {
  if (level === 'requirement') return !shown.has(requirement)
  return level === 'any' || constraints.some((name) => !shown.has(name))
}

function namesOf({ requirement, constraints }: SingleViolationRequest): readonly string[] {
  return [requirement, ...constraints]
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

/** The requirements and constraints that a violation may violate. Unpredictable ones are missing. */
type Names = Readonly<Partial<Record<Level, readonly string[]>>>

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
function constraintsWithin(language: Language, node: SchemaNode | undefined, depth = 0): readonly Asked[] {
  if (node === undefined || depth > 4) return []
  const target = referenceOf(language, node)
  const members = depth === 0 ? [...propertiesOf(node).values()] : []
  const parts = [target, under(node, 'then'), under(node, 'else'), ...listUnder(node, 'allOf'), ...members]
  return [...language.constraintsAt(node), ...parts.flatMap((part) => constraintsWithin(language, part, depth + 1))]
}

/** Returns everything that can be violated at a place, including rules in code. */
function violablesOf(language: Language, site: Site): readonly string[] {
  const rules = [site.node.schema['x-rule']].flat()
  const hasRule =
    rules[0] !== undefined && language.constraintsAt(site.node).some(({ keyword }) => rules.includes(keyword))
  return hasRule ? [...violableAt(site), 'x-rule'] : violableAt(site)
}

function constraintsIn({ language, root }: Subject, controls: readonly Control[]): ReadonlyMap<string, Constraint> {
  const found = new Map<string, Constraint>()
  const numbers = new Map<object, number>()
  const known = new Map<string, Names | undefined>()
  if (root === undefined) return found
  for (const control of controls) {
    for (const sites of byPlace(walk(language, root, control.value)).values()) {
      const mentioned = sites.flatMap(({ node }) => mentionedBy(node))
      for (const site of sites) {
        note(control, site, mentioned)
        for (const absent of absentMembers(site)) note(control, absent, mentionedAbout(sites, absent.pointer), ['add'])
      }
    }
  }
  // Prefers cheap controls, since a target that wrongly accepts violations bills them.
  for (const { instances } of found.values()) {
    const least = Math.min(...instances.map(({ control }) => control.price))
    instances.splice(0, instances.length, ...instances.filter(({ control }) => control.price <= 2 * least))
  }
  return found

  function note(control: Control, site: Site, mentioned: readonly unknown[], all = violablesOf(language, site)): void {
    const number = numbers.get(site.node.schema) ?? numbers.size
    numbers.set(site.node.schema, number)
    for (const violable of all) {
      const key = `${number} ${violable}`
      const names = known.has(key) ? known.get(key) : namesFor(language, site.node, violable)
      known.set(key, names)
      if (names === undefined) continue
      const constraint: Constraint = found.get(key) ?? { violable, names, instances: [], tried: new Map(), misses: 0 }
      found.set(key, constraint)
      constraint.instances.push({ control, site, mentioned })
    }
  }
}

function brokenBy(
  subject: Subject,
  sound: RequestValue,
  { pointer, value: wrong }: Wrong,
): SingleViolationRequest | undefined {
  const { language, operation } = subject
  const value = wrong === undefined ? remove(sound, pointer) : set(sound, pointer, wrong)
  const said = language.validate(operation.schemas.request ?? '', value)
  const lone = loneViolation(said)
  return lone && confirmed(subject, { ...lone, sound, value }, said)
}
