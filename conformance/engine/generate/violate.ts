import { below, remove, set, stepsOf, withoutIndexes } from '../../../schemas/json-pointer.ts'
import type { Random } from '../../core/model/arbitraries.ts'
import { memoize } from '../../core/model/memoize.ts'
import type { RequestValue } from '../../core/model/operation.ts'
import { isOfType } from '../plan/schema/json.ts'
import { type SchemaPlace, schemaPlace } from '../plan/schema/place.ts'
import { type SchemaView, sitesOf } from '../plan/schema/view.ts'
import type { Subject } from '../plan/subject.ts'
import { placesIn } from '../plan/values/changes.ts'
import { confirmed, type LocatedViolation, loneViolation, type SingleViolationRequest } from '../plan/violations.ts'
import { type Control, constraintsIn, type Instance, type ViolableConstraint } from './violable-constraints.ts'
import { isCertainlyWrong, type ViewedPlace, type Wrong, wrongValues } from './wrong-values.ts'

/** A request that violates one requirement and otherwise equals its control request. */
export interface Violating {
  readonly broken: SingleViolationRequest
  readonly control: Control
  /**
   * In round 0 each violates a new requirement, in round 1 a new constraint. Later rounds use other values and places.
   */
  readonly round: number
}

/** The most failed tries for a constraint. */
const patience = 24

/**
 * Returns the most failed tries. A rule in code is hard to violate. Most conditions and added members repeat violations
 * of other constraints.
 */
function patienceWith(violable: string): number {
  if (violable === 'x-rule') return 3 * patience
  return violable === 'add' || violable.startsWith('if') ? patience / 2 : patience
}

/**
 * Yields violations of an operation's constraints, at random places of the controls. Those of the first rounds each
 * violate a new requirement, then a new constraint. Later ones use other values at other places.
 */
export function* violations(subject: Subject, controls: readonly Control[], random: Random): Generator<Violating> {
  const shown = new Map<string, number>()
  let open = uncrowded(subject, controls, constraintsIn(subject, controls))
  const bestOf = bestInstances(subject)
  for (let round = 0; open.length > 0; round += 1) {
    const level = levels[round] ?? 'any'
    const isOld = ({ names }: ViolableConstraint) => level !== 'any' && names[level].every((name) => shown.has(name))
    const isWanted = (broken: SingleViolationRequest) => isNew(broken, shown, level)
    const shuffled = random.shuffled(open)
    const ordered = addedLast(round === 0 ? shuffled : rarestFirst(shuffled, shown), bestOf)
    // A member that is added may violate several requirements, one after the other.
    for (const search of level === 'any' ? [drawnViolation] : [drawnViolation, searchedViolation])
      for (const constraint of ordered)
        for (let isDone = false; !isDone; ) {
          const found = isOld(constraint) ? undefined : search({ subject, bestOf, random, isWanted }, constraint)
          isDone = found === undefined || level !== 'requirement' || !isAdded(constraint)
          if (found === undefined) continue
          for (const name of namesOf(found.broken)) shown.set(name, (shown.get(name) ?? 0) + 1)
          yield { ...found, round }
        }
    if (levels[round + 1] === undefined) open = open.filter((constraint) => !isAdded(constraint))
    // A constraint without new violations may still be violated by other values.
    if (level !== 'any') for (const constraint of open) constraint.misses = Math.min(constraint.misses, patience / 3)
    open = open.filter(({ misses, violable }) => misses < patienceWith(violable))
  }
}

/**
 * Returns last the constraints that an added member violates. They are for what no member of a control can violate: a
 * wrong value says most beside the same request with a valid value in its place (interpretation G9). It says least where
 * the rest of every control depends on that value.
 */
function addedLast(
  constraints: readonly ViolableConstraint[],
  bestOf: Search['bestOf'],
): readonly ViolableConstraint[] {
  const rankOf = (one: ViolableConstraint) => (isAdded(one) ? 1 : bestOf(one).length > 0 ? 0 : 2)
  const ranks = new Map(constraints.map((one) => [one, rankOf(one)]))
  return constraints.toSorted((one, other) => ranks.get(one)! - ranks.get(other)!)
}

function isAdded({ violable }: ViolableConstraint): boolean {
  return violable === 'add'
}

/**
 * Returns first the constraints of the requirements with the fewest violations so far. Among equals, those of the whole
 * request come before those of nested members, since most targets check them in code of their own.
 */
function rarestFirst(
  constraints: readonly ViolableConstraint[],
  shown: ReadonlyMap<string, number>,
): readonly ViolableConstraint[] {
  const rankOf = ({ names, instances }: ViolableConstraint): readonly [times: number, depth: number] => [
    Math.min(...names.requirement.map((name) => shown.get(name) ?? 0)),
    stepsOf(instances[0]?.pointer ?? '').length,
  ]
  const ranks = new Map(constraints.map((constraint) => [constraint, rankOf(constraint)]))
  return constraints.toSorted((one, other) => {
    const [times, depth] = ranks.get(one)!
    const [otherTimes, otherDepth] = ranks.get(other)!
    return times - otherTimes || depth - otherDepth
  })
}

/** The inputs of a search for violations. */
interface Search {
  readonly subject: Subject
  readonly bestOf: (constraint: ViolableConstraint) => readonly Instance[]
  readonly random: Random
  readonly isWanted: (broken: SingleViolationRequest) => boolean
}

/** Returns a violation of one constraint; `undefined` if a few tries find none that is wanted. */
function drawnViolation(
  { subject, bestOf, random, isWanted }: Search,
  constraint: ViolableConstraint,
): Omit<Violating, 'round'> | undefined {
  const { violable, instances, tried } = constraint
  const most = patienceWith(violable)
  const best = constraint.misses < most ? bestOf(constraint) : []
  const possible = best.length > 0 ? best : instances
  for (; constraint.misses < most; constraint.misses += 1) {
    const one = random.pick(possible)
    const chosen = violable === 'x-rule' ? one : smallerOf(one, random.pick(possible))
    const { control } = chosen
    const fresh = wrongAt(chosen, violable).filter(({ pointer, value }) => !tried.has(nameOf(pointer, value)))
    if (fresh.length === 0) continue
    const types = new Set(tried.values())
    const ofNewType = fresh.filter(({ value }) => !types.has(jsonTypeOf(value)))
    const wrong = random.pick(nullsLast(ofNewType.length === 0 ? fresh : ofNewType))
    const broken = brokenBy(subject, chosen, wrong)
    if (broken === undefined || !isWanted(broken)) continue
    markTried(tried, wrong)
    return { broken, control }
  }
  return undefined
}

/** Leaves nulls out while there are others: a null says less, since some targets take it for an absent member. */
function nullsLast(all: readonly Wrong[]): readonly Wrong[] {
  const others = all.filter(({ value }) => value !== null)
  return others.length > 0 ? others : all
}

/** The most values that are tried in order after drawing failed. */
const mostSearched = 200

/** Does the same as `drawnViolation`, but tries all values in order, in small controls first. */
function searchedViolation(
  { subject, isWanted }: Search,
  { violable, instances, tried }: ViolableConstraint,
): Omit<Violating, 'round'> | undefined {
  const met = new Set<string>()
  for (const one of instances.toSorted((first, second) => first.control.size - second.control.size))
    for (const wrong of wrongAt(one, violable)) {
      const name = `${one.control.id} ${nameOf(wrong.pointer, wrong.value)}`
      if (met.has(name)) continue
      if (met.size === mostSearched) return undefined
      met.add(name)
      const broken = brokenBy(subject, one, wrong)
      if (broken === undefined || !isWanted(broken)) continue
      markTried(tried, wrong)
      return { broken, control: one.control }
    }
  return undefined
}

/** Returns values that violate something at a place, as far as its own subschema can tell. */
function wrongAt(instance: Instance, violable: string): readonly Wrong[] {
  if (violable === 'x-rule') return numbersChanged(instance)
  const all = wrongValues(instance, violable, instance.mentioned)
  const place = schemaPlace([instance.view])
  // Compiled schemas do not check formats.
  const isWrong = (wrong: Wrong) => violable === 'format' || !isFitting(instance, wrong)
  return all.filter(
    (wrong) => isWrong(wrong) && (wrong.pointer !== instance.pointer || isPlainlyWrong(wrong.value, place)),
  )
}

/** Returns whether a target certainly has to reject a value, judging by the types and values that its place lists. */
function isPlainlyWrong(value: unknown, { types, values }: SchemaPlace): boolean {
  if (types?.some((type) => isOfType(value, type)) === false) return isCertainlyWrong('type', value, { types, values })
  return values === undefined || isCertainlyWrong('enum', value, { types, values })
}

/** Returns whether the subschema of a place permits a changed value. */
function isFitting({ view, pointer, value }: ViewedPlace, wrong: Wrong): boolean {
  if (wrong.pointer === pointer) return wrong.value !== undefined && view.fits(wrong.value)
  const inner = wrong.pointer.slice(pointer.length)
  return view.fits(
    wrong.value === undefined ? remove(value as object, inner) : set(value as object, inner, wrong.value),
  )
}

/** The violations by another value of a list. */
const ofValues: ReadonlySet<string> = new Set(['enum', 'const', 'if', 'add'])

/**
 * Leaves out other requests than the plain one for wrong values on which rules of their neighbours depend: the plain one
 * has no such neighbours (interpretation G8).
 */
function uncrowded(
  { root }: Subject,
  controls: readonly Control[],
  constraints: readonly ViolableConstraint[],
): readonly ViolableConstraint[] {
  const [plain] = controls
  const deciding = new Set(controls.flatMap(({ value }) => (root === undefined ? [] : decidingPlaces(root, value))))
  const addable = constraints.filter((one) => isAdded(one) && one.instances.some(({ control }) => control === plain))
  const inPlain = new Set(addable.flatMap(({ names }) => names.requirement))
  return constraints.flatMap((constraint): readonly ViolableConstraint[] => {
    const isInPlain = constraint.names.requirement.every((name) => inPlain.has(name))
    if (!ofValues.has(constraint.violable) || !isInPlain) return [constraint]
    const instances = constraint.instances.filter(({ control, pointer }) => {
      return control === plain || !deciding.has(withoutIndexes(pointer))
    })
    return instances.length === 0 ? [] : [{ ...constraint, instances }]
  })
}

/** Returns the members of a request that conditions of the schema depend on. */
function decidingPlaces(root: SchemaView, request: RequestValue): readonly string[] {
  return [...sitesOf(root, request)].flatMap(({ pointer, views }) =>
    views.flatMap(({ condition }) =>
      [...(condition?.when.properties.keys() ?? [])].map((name) => withoutIndexes(below(pointer, name))),
    ),
  )
}

/**
 * Returns a function that returns the best instances of a constraint. For a wrong value of a list, the rest of the
 * control must not depend on the value, or another value may make more than itself wrong, such as the prompt of a model
 * that allows longer ones.
 */
function bestInstances({ language, operation }: Subject): Search['bestOf'] {
  const validated = (value: RequestValue) => language.validate(operation.schemas.request ?? '', value)
  const openIn = memoize(({ value }: Control) => validated(value).open.length)
  /** The places of a control that its rest depends on or not. Several constraints have the same place. */
  const knownOf = memoize((_: Control) => new Map<string, boolean>())
  const isIndependentOf = (control: Control, place: string): boolean => {
    const { violations, open } = validated(remove(control.value, place))
    return violations.every(({ pointer }) => pointer === place) && open.length <= openIn(control)
  }
  return memoize(({ violable, instances }) => {
    const [kind, member] = violable.split(' ', 2)
    if (kind !== 'enum' && kind !== 'const' && kind !== 'if') return instances
    return instances.filter(({ control, pointer }) => {
      const place = member === undefined ? pointer : below(pointer, member)
      const known = knownOf(control)
      const isIndependent = known.get(place) ?? isIndependentOf(control, place)
      known.set(place, isIndependent)
      return isIndependent
    })
  })
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
  return `${withoutIndexes(pointer)} ${JSON.stringify(value) ?? ''}`
}

function markTried(tried: ViolableConstraint['tried'], { pointer, value }: Wrong): void {
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
function numbersChanged({ value, pointer }: ViewedPlace): readonly Wrong[] {
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

function brokenBy(
  subject: Subject,
  { control, view }: Instance,
  { pointer, value: wrong }: Wrong,
): SingleViolationRequest | undefined {
  const { language, operation } = subject
  const { value: sound } = control
  const value = wrong === undefined ? remove(sound, pointer) : set(sound, pointer, wrong)
  const validation = language.validate(operation.schemas.request ?? '', value)
  const lone = loneViolation(validation)
  if (lone === undefined || (wrong === null && saysMoreThanAbsence(subject, sound, lone))) return undefined
  return isCertainlyWrong(lone.keyword, wrong, schemaPlace([view]))
    ? confirmed(subject, { ...lone, sound, value }, validation)
    : undefined
}

/**
 * Returns whether a null violates a requirement of another level than its absence does, which means the same
 * (interpretation G16).
 */
function saysMoreThanAbsence(
  { language, operation, requirements }: Subject,
  sound: RequestValue,
  { pointer, requirement }: LocatedViolation,
): boolean {
  const absent = loneViolation(language.validate(operation.schemas.request ?? '', remove(sound, pointer)))
  const levelOf = (id: string) => requirements.get(id)?.level
  return absent !== undefined && levelOf(absent.requirement) !== levelOf(requirement)
}
