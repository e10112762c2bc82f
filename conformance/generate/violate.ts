import { remove, set } from '../../schemas/json-pointer.ts'
import type { RequestValue } from '../model/operation.ts'
import { byPlace, type Site, walk } from '../plan/schema/walk.ts'
import { type Subject, say } from '../plan/subject.ts'
import { mutationsOf } from '../plan/values/changes.ts'
import { seedFor } from '../plan/values/seed.ts'
import { type Broken, confirmed, loneViolation } from '../plan/violations.ts'
import { randomFrom } from './random.ts'
import { type Wrong, wrongValues } from './wrong-values.ts'

/** A request that is to be accepted, on which violations are built. */
export interface Control {
  readonly id: string
  readonly value: RequestValue
  /** What it costs if a target accepts it although it should not. */
  readonly price: number
}

/** A request that violates one requirement, and is otherwise its control request. */
export interface Violating {
  readonly broken: Broken
  readonly control: Control
}

/** A place in a control request where a keyword can be violated. */
interface Instance {
  readonly control: Control
  readonly site: Site
}

/** One keyword of one schema, with all the places where it can be violated. */
interface Constraint {
  readonly instances: Instance[]
  /** What is tried there; the places differ, the values do not. */
  readonly keyword: string
}

/** So many places and values are tried before the next constraint has its turn. */
const patience = 12

/**
 * Violations of each constraint of an operation, at places drawn among all those that the controls have: one of each
 * constraint first, then others with other values at other places.
 */
export function* violations(subject: Subject, controls: readonly Control[], seed: number): Generator<Violating> {
  const random = randomFrom(seedFor(seed, `${subject.operation.id} violations`))
  const sent = new Set<string>()
  const open = [...constraintsIn(subject, controls).values()].map((constraint) => ({
    ...constraint,
    tried: new Set<string>(),
    isSpent: false,
  }))
  for (let round = 0; open.some(({ isSpent }) => !isSpent); round += 1) {
    for (const constraint of random.shuffled(open)) {
      if (constraint.isSpent) continue
      const found = oneOf(constraint)
      if (found === undefined) constraint.isSpent = true
      else yield found
    }
  }

  function oneOf({ instances, keyword, tried }: Constraint & { tried: Set<string> }): Violating | undefined {
    const cheap = cheapest(instances)
    for (let turn = 0; turn < patience; turn += 1) {
      const { control, site } = random.pick(cheap)
      const all = keyword === 'x-rule' ? ruleBreakers(site) : wrongValues(site).filter((wrong) => wrong.keyword === keyword)
      const fresh = all.filter(({ value }) => !tried.has(JSON.stringify(value) ?? ''))
      const wrong = fresh[0] !== undefined && tried.size === 0 ? fresh[0] : fresh.length === 0 ? undefined : random.pick(fresh)
      if (wrong === undefined) continue
      if (keyword !== 'x-rule') tried.add(JSON.stringify(wrong.value) ?? '')
      const broken = brokenBy(subject, control.value, wrong)
      if (broken === undefined) continue
      const text = JSON.stringify([broken.requirement, broken.pointer, wrong.value, control.id])
      if (sent.has(text)) continue
      sent.add(text)
      return { broken, control }
    }
    return undefined
  }
}

/** Those of the cheapest control requests: a target that accepts what it should not is not to be billed for much. */
function cheapest(instances: readonly Instance[]): readonly Instance[] {
  const least = Math.min(...instances.map(({ control }) => control.price))
  return instances.filter(({ control }) => control.price === least)
}

function constraintsIn({ language, root }: Subject, controls: readonly Control[]): ReadonlyMap<string, Constraint> {
  const found = new Map<string, Constraint>()
  const numbers = new Map<object, number>()
  if (root === undefined) return found
  for (const control of controls) {
    for (const site of [...byPlace(walk(language, root, control.value)).values()].flat()) {
      const number = numbers.get(site.node.schema) ?? numbers.size
      numbers.set(site.node.schema, number)
      for (const keyword of keywordsAt(site)) {
        const key = `${number} ${keyword}`
        const known = found.get(key) ?? { instances: [], keyword }
        found.set(key, known)
        known.instances.push({ control, site })
      }
    }
  }
  return found
}

function keywordsAt(site: Site): Iterable<string> {
  const keywords = new Set(wrongValues(site).map(({ keyword }) => keyword))
  if ('x-rule' in site.node.schema) keywords.add('x-rule')
  return keywords
}

function ruleBreakers({ value, pointer }: Site): readonly Wrong[] {
  return mutationsOf(value, pointer).map((one) => ({ keyword: 'x-rule', ...one }))
}

function brokenBy(subject: Subject, sound: RequestValue, { pointer, value: wrong }: Wrong): Broken | undefined {
  const value = wrong === undefined ? remove(sound, pointer) : set(sound, pointer, wrong)
  const lone = loneViolation(say(subject, value))
  return lone && confirmed(subject, { ...lone, sound, value })
}
