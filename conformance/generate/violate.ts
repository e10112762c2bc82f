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

/** A request that is to be accepted, on which violations are built. */
export interface Control {
  readonly id: string
  readonly value: RequestValue
  /** Its cost if a target wrongly accepts a violation built on it. */
  readonly price: number
  /** The length of its request, in bytes. */
  readonly size: number
}

/** A request that violates one requirement, and is otherwise its control request. */
export interface Violating {
  readonly broken: SingleViolationRequest
  readonly control: Control
  /** In round 0 each shows something new; then come other values at other places. */
  readonly round: number
}

/** A place in a control request where a keyword can be violated. */
interface Instance {
  readonly control: Control
  readonly site: Site
  /** Values that any schema of the place mentions: what one allows another may forbid. */
  readonly mentioned: readonly unknown[]
}

/** One thing that can be violated, with all the places where it can. */
interface Constraint {
  readonly violable: string
  /** The requirements and constraints a violation can break, as far as the schema tells. */
  readonly names: Names
  readonly instances: Instance[]
  /** The values that were tried, as JSON. */
  readonly tried: Set<string>
  misses: number
}

/** Failed tries after which a constraint is given up. */
const patience = 24

/** A rule in code is hard to hit; most conditions and added members show what other constraints show as well. */
function patienceWith(violable: string): number {
  if (violable === 'x-rule') return 12 * patience
  return violable === 'add' || violable.startsWith('if') ? patience / 2 : patience
}

/**
 * Violations of an operation's constraints, at places drawn among all those that the controls have. In the first round each
 * violates a requirement or a constraint that none before does; then come other values at other places.
 */
export function* violations(subject: Subject, controls: readonly Control[], seed: number): Generator<Violating> {
  const random = randomFrom(seedFor(seed, `${subject.operation.id} violations`))
  const shown = new Set<string>()
  let open = [...constraintsIn(subject, controls).values()]
  for (let round = 0; open.length > 0; round += 1) {
    const level = levels[round] ?? 'any'
    const isOld = ({ names }: Constraint) => names[level]?.every((name) => shown.has(name)) ?? false
    const isWanted = (broken: SingleViolationRequest) => isNew(broken, shown, level)
    for (const search of level === 'any' ? [violationOf] : [violationOf, searched])
      for (const constraint of random.shuffled(open)) {
        const found = isOld(constraint) ? undefined : search(subject, constraint, random, isWanted)
        if (found === undefined) continue
        for (const name of namesOf(found.broken)) shown.add(name)
        yield { ...found, round }
      }
    // A constraint that broke nothing new may still take other values.
    if (level !== 'any') for (const constraint of open) constraint.misses = Math.min(constraint.misses, patience / 3)
    open = open.filter(({ misses, violable }) => misses < patienceWith(violable))
  }
}

/** A violation of one constraint; `undefined` where a few tries give none, or none that is wanted. */
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
    const wrong = random.pick(fresh)
    const broken = brokenBy(subject, control.value, wrong)
    if (broken === undefined || !isWanted(broken)) continue
    tried.add(nameOf(wrong.pointer, wrong.value))
    return { broken, control }
  }
  return undefined
}

/** Values tried in order where drawing found none. */
const mostSearched = 600

/** Like `violationOf`, but tries one value after the other, those in small controls first. */
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
      tried.add(nameOf(wrong.pointer, wrong.value))
      return { broken, control: one.control }
    }
  return undefined
}

function wrongAt({ site, mentioned }: Instance, violable: string): readonly Wrong[] {
  return violable === 'x-rule' ? numbersChanged(site) : wrongValues(site, violable, mentioned)
}

/** The instance with the smaller control: less to read, and less to be something else that a target rejects. */
function smallerOf(one: Instance, other: Instance): Instance {
  return other.control.size < one.control.size ? other : one
}

/** A place, items of lists taken together, and a value that was tried there. */
function nameOf(pointer: string, value: unknown): string {
  return `${pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*')} ${JSON.stringify(value) ?? ''}`
}

/** A rule in code compares numbers: each is tried in the place of the others, and next to them. */
function numbersChanged({ value, pointer }: Site): readonly Wrong[] {
  const numbers = [...placesIn(value, pointer)].filter((place) => typeof place.value === 'number')
  const values = [...new Set(numbers.flatMap((place) => [place.value as number, (place.value as number) + 1]))]
  return numbers.flatMap((place) => values.map((wrong) => ({ pointer: place.pointer, value: wrong })))
}

/** The kind of novelty that each round asks for. */
const levels = ['requirement', 'constraint'] as const
type Level = (typeof levels)[number] | 'any'

function isNew(
  { requirement, constraints }: SingleViolationRequest,
  shown: ReadonlySet<string>,
  level: Level,
): boolean {
  if (level === 'requirement') return !shown.has(requirement)
  return level === 'any' || constraints.some((name) => !shown.has(name))
}

/** The requirement and the constraints that a violation shows. */
function namesOf({ requirement, constraints }: SingleViolationRequest): readonly string[] {
  return [requirement, ...constraints]
}

/** Optional members that are not there: a wrong one may be added. */
function absentMembers({ node, pointer, value }: Site): readonly Site[] {
  if (!isObject(value)) return []
  return [...propertiesOf(node)].flatMap(([name, inner]) =>
    Object.hasOwn(value, name) ? [] : [{ node: inner, pointer: below(pointer, name), value: undefined }],
  )
}

/** The values that the schemas of an object list for one of its members. */
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

/** The requirements and constraints that a violation can show; nothing of those that nobody can foresee. */
type Names = Readonly<Partial<Record<Level, readonly string[]>>>

/** The names a violation can break; `undefined` if there are none. */
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

/** The constraints of a schema and of what it refers to, lists and members of members aside. */
function constraintsWithin(language: Language, node: SchemaNode | undefined, depth = 0): readonly Asked[] {
  if (node === undefined || depth > 4) return []
  const target = referenceOf(language, node)
  const members = depth === 0 ? [...propertiesOf(node).values()] : []
  const parts = [target, under(node, 'then'), under(node, 'else'), ...listUnder(node, 'allOf'), ...members]
  return [...language.constraintsAt(node), ...parts.flatMap((part) => constraintsWithin(language, part, depth + 1))]
}

/** Everything that can be violated at a place, including rules in code. */
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
  // A target that accepts what it should reject is not to be billed for much.
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
      const constraint = found.get(key) ?? { violable, names, instances: [], tried: new Set(), misses: 0 }
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
