import type { RecordedRequest } from '../../model/exchange.ts'
import type { RequestValue } from '../../model/operation.ts'
import type { Validation, Violation } from '../../model/validation.ts'
import { isSame } from '../schema/json.ts'
import { remove, set } from '../schema/pointer.ts'
import { byPlace, type Site, walk } from '../schema/walk.ts'
import { type Breaker, breakersOf } from '../values/breakers.ts'
import { mutationsOf } from '../values/mutations.ts'
import { isAbsent, type Subject, say } from './subject.ts'
import { always, type Tries } from './tries.ts'
import { send } from './wire.ts'

/** A requirement that is broken, where, and the keyword or rule that says so. */
export interface Lone {
  readonly requirement: string
  readonly pointer: string
  readonly keyword: string
  /** All that it breaks: keywords with the places of the schema where they stand. */
  readonly constraints: readonly string[]
}

/** A value that would break exactly one requirement, made from a sound one; nothing has been written yet. */
export interface Suspect extends Lone {
  readonly sound: RequestValue
  readonly value: RequestValue
}

/** A request that breaks exactly one requirement, on the wire. */
export interface Broken extends Lone {
  readonly request: RecordedRequest
}

/** Every single violation that can be made from a sound value: each proposal, as far as the validator confirms it. */
export function* violationsOf(subject: Subject, value: RequestValue): Generator<Broken> {
  for (const suspect of suspectsOf(subject, value)) {
    const broken = confirmed(subject, suspect)
    if (broken !== undefined) yield broken
  }
}

/** Every proposal that would break exactly one requirement. Cheap: a file is only made once a suspect is confirmed. */
export function* suspectsOf(subject: Subject, sound: RequestValue, isWorthTrying = always): Generator<Suspect> {
  const { language, root } = subject
  if (root === undefined) return
  for (const sites of byPlace(walk(language, root, sound)).values()) {
    const nodes = sites.map(({ node }) => node)
    for (const site of sites) {
      const breakers = breakersOf(language, site, nodes).filter((breaker) => isWorthTrying(site, breaker))
      for (const breaker of breakers) yield* suspected(subject, sound, breaker)
      yield* ruleSuspects(subject, sound, site, isWorthTrying)
    }
  }
}

/** A rule that offers no opposites of its own is broken by trying. */
function* ruleSuspects(subject: Subject, sound: RequestValue, site: Site, isWorthTrying: Tries): Generator<Suspect> {
  const { node, value, pointer } = site
  const names = [node.schema['x-rule']].flat().filter((name) => typeof name === 'string')
  if (names.every((name) => subject.language.violators[name] !== undefined)) return
  for (const breaker of mutationsOf(value, pointer)) {
    if (!isWorthTrying(site, breaker)) continue
    for (const suspect of suspected(subject, sound, breaker)) if (names.includes(suspect.keyword)) yield suspect
  }
}

function* suspected(subject: Subject, sound: RequestValue, { pointer, value: wrong }: Breaker): Generator<Suspect> {
  const value = wrong === undefined ? remove(sound, pointer) : set(sound, pointer, wrong)
  const lone = isSame(value, sound) ? undefined : loneViolation(say(subject, value))
  if (lone !== undefined) yield { ...lone, sound, value }
}

/** The request of a suspect, if its bytes still break exactly one requirement and are otherwise its good twin's. */
export function confirmed(subject: Subject, { sound, value }: Suspect): Broken | undefined {
  const sent = send(subject.operation, value)
  if (sent === undefined || !subject.operation.matches(sent.request)) return undefined
  const said = say(subject, sent.value)
  const lone = loneViolation(said)
  if (lone === undefined || !isRefusal(subject, lone.requirement)) return undefined
  return isTwin(sound, sent.value, said) ? { ...lone, request: sent.request } : undefined
}

/** The violation of a request that breaks one requirement and nothing else, and stands on certain ground otherwise. */
export function loneViolation({ violations, open }: Validation): Lone | undefined {
  const [first] = violations
  if (first === undefined || open.length > 0 || first.requirement === undefined) return undefined
  if (violations.some(({ requirement }: Violation) => requirement !== first.requirement)) return undefined
  const constraints = violations.map(({ place = '', keyword }) => `${place} ${keyword}`)
  return { requirement: first.requirement, pointer: first.pointer, keyword: first.keyword, constraints }
}

function isRefusal(subject: Subject, id: string): boolean {
  return subject.requirements.get(id)?.kind === 'refusal' && !isAbsent(subject, id)
}

/** Whether both are the same but for the places that are broken (readings.md G9). */
function isTwin(sound: RequestValue, broken: RequestValue, { violations }: Validation): boolean {
  const without = (value: RequestValue) => violations.reduce((at, { pointer }) => remove(at, pointer), value)
  return isSame(without(sound), without(broken))
}
