import type { Validation, Violation } from '../../schemas/index.ts'
import { remove, set } from '../../schemas/json-pointer.ts'
import type { RecordedRequest } from '../model/exchange.ts'
import type { Operation, RequestValue } from '../model/operation.ts'
import { canonical, isSame } from './schema/json.ts'
import { isSound, type Language } from './schema/language.ts'
import { byPlace, type Site, walk } from './schema/walk.ts'
import { digestOf, isAbsent, type Sent, type Subject, say, send } from './subject.ts'
import { type Breaker, breakersOf } from './values/breakers.ts'
import { mutationsOf } from './values/changes.ts'

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
  for (const { site, nodes } of sitesOf(subject, sound)) {
    for (const breaker of breakersOf(subject.language, site, nodes)) {
      if (!isWorthTrying(site, breaker)) continue
      const suspect = suspected(subject, sound, breaker)
      if (suspect !== undefined) yield suspect
    }
    const rules = rulesAt(site)
    if (rules.length === 0) continue
    for (const breaker of mutationsOf(site.value, site.pointer)) {
      if (!isWorthTrying(site, breaker)) continue
      const suspect = suspected(subject, sound, breaker)
      if (suspect !== undefined && rules.includes(suspect.keyword)) yield suspect
    }
  }
}

function* sitesOf({ language, root }: Subject, value: RequestValue) {
  if (root === undefined) return
  for (const sites of byPlace(walk(language, root, value)).values()) {
    const nodes = sites.map(({ node }) => node)
    for (const site of sites) yield { site, nodes }
  }
}

/** The named rules at a site: no keyword describes them, so they are broken by trying small changes. */
function rulesAt({ node }: Site): readonly string[] {
  return [node.schema['x-rule']].flat().filter((name) => typeof name === 'string')
}

function suspected(subject: Subject, sound: RequestValue, { pointer, value: wrong }: Breaker): Suspect | undefined {
  const value = wrong === undefined ? remove(sound, pointer) : set(sound, pointer, wrong)
  const lone = isSame(value, sound) ? undefined : loneViolation(say(subject, value))
  return lone && { ...lone, sound, value }
}

/** The request of a suspect, if its bytes still break exactly one requirement and are otherwise its control request's. */
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
  return subject.requirements.get(id)?.kind === 'rejection' && !isAbsent(subject, id)
}

/** Whether both are the same but for the places that are broken (interpretation G9). */
function isTwin(sound: RequestValue, broken: RequestValue, { violations }: Validation): boolean {
  const without = (value: RequestValue) => violations.reduce((at, { pointer }) => remove(at, pointer), value)
  return isSame(without(sound), without(broken))
}

/** How often the same proposal is tried in different requests of one operation before it is given up. */
const enough = 3

/** Remembers which proposals to break something were tried, so that a long plan does not prove the same thing anew. */
export type Tries = (site: Site, breaker: Breaker) => boolean

/** Starts remembering: the answer is whether the proposal is worth another try. */
export function startTries(): Tries {
  const bySchema = new WeakMap<object, Map<string, number>>()
  return ({ node }, { pointer, value }) => {
    const known = bySchema.get(node.schema) ?? new Map<string, number>()
    bySchema.set(node.schema, known)
    const key = `${pointer.replaceAll(/\/\d+(?=\/|$)/g, '/#')} ${value === undefined ? '' : canonical(value)}`
    const count = known.get(key) ?? 0
    known.set(key, count + 1)
    return count < enough
  }
}

/** No memory: everything is worth a try, every time. */
export const always: Tries = () => true

/** What a request is in the eyes of the specification: certainly valid, or breaking exactly the one requirement named. */
export type Classification = 'valid' | { readonly breaks: string }

/** Classifies the bytes of a value. `undefined` where they are neither, or are not a request of this operation. */
export function classify(
  language: Language,
  operation: Operation,
  value: RequestValue,
): (Sent & { class: Classification }) | undefined {
  const sent = send(operation, value)
  if (sent === undefined || !operation.matches(sent.request)) return undefined
  const { request } = operation.schemas
  if (request === undefined) return { ...sent, class: 'valid' }
  const said = language.validate(request, sent.value)
  const lone = loneViolation(said)
  if (lone !== undefined) return { ...sent, class: { breaks: lone.requirement } }
  return isSound(said) ? { ...sent, class: 'valid' } : undefined
}

/** Whether two classifications are the same. */
export function isSameClass(one: Classification, other: Classification): boolean {
  if (one === 'valid' || other === 'valid') return one === other
  return one.breaks === other.breaks
}

/**
 * A recorded request as something to be made smaller; `undefined` where it breaks several things or cannot be read.
 * `isAsWritten` tells whether the same bytes come of its value: otherwise it is spelled in another way than usual.
 */
export function reducible(language: Language, operations: readonly Operation[], request: RecordedRequest) {
  const operation = operations.find((one) => one.matches(request))
  if (operation === undefined) return undefined
  const value = operation.read(request)
  const classified = classify(language, operation, value) ?? unspecified(language, operation, value)
  if (classified === undefined) return undefined
  const isAsWritten = digestOf(classified.request) === digestOf(request)
  const isReadable = request.body.length === 0 || classified.value.body !== undefined
  return isAsWritten || isReadable ? { operation, ...classified, isAsWritten } : undefined
}

/** A value that breaks nothing and leaves something unspecified. */
function unspecified(language: Language, operation: Operation, value: RequestValue) {
  const sent = send(operation, value)
  if (sent === undefined || !operation.matches(sent.request)) return undefined
  const { violations } = language.validate(operation.schemas.request ?? '', sent.value)
  return violations.length > 0 ? undefined : { ...sent, class: 'unspecified' as const }
}
