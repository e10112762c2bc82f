import type { RecordedRequest } from '../model/exchange.ts'
import type { RequestValue } from '../model/operation.ts'
import type { Validation, Violation } from '../model/validation.ts'
import { type Breaker, breakersOf } from './breakers.ts'
import { isSame } from './json.ts'
import { mutationsOf } from './mutations.ts'
import { remove, set } from './pointer.ts'
import { isAbsent, type Subject, say } from './subject.ts'
import { byPlace, type Site, walk } from './walk.ts'
import { send } from './wire.ts'

/** A request that breaks exactly one requirement, on the wire. */
export interface Broken {
  readonly requirement: string
  /** Where it is broken, and the keyword or rule that says so. */
  readonly pointer: string
  readonly keyword: string
  /** The subschema from which the break was proposed. */
  readonly schema: object
  readonly request: RecordedRequest
}

/** Every single violation that can be made from a sound value: each proposal, as far as the validator confirms it. */
export function* violationsOf(subject: Subject, value: RequestValue): Generator<Broken> {
  const { language, root } = subject
  if (root === undefined) return
  for (const sites of byPlace(walk(language, root, value)).values()) {
    const nodes = sites.map(({ node }) => node)
    for (const site of sites) {
      for (const breaker of [...breakersOf(language, site, nodes), ...forRules(subject, site)]) {
        const broken = brokenBy(subject, value, breaker)
        if (broken !== undefined) yield { ...broken, schema: site.node.schema }
      }
    }
  }
}

/** A rule that offers no opposites of its own is broken by trying. */
function forRules({ language: { violators } }: Subject, { node, value, pointer }: Site): readonly Breaker[] {
  const names = [node.schema['x-rule']].flat().filter((name) => typeof name === 'string')
  return names.some((name) => violators[name] === undefined) ? mutationsOf(value, pointer) : []
}

function brokenBy(
  subject: Subject,
  value: RequestValue,
  { pointer, value: wrong }: Breaker,
): Omit<Broken, 'schema'> | undefined {
  const changed = wrong === undefined ? remove(value, pointer) : set(value, pointer, wrong)
  if (isSame(changed, value) || loneViolation(say(subject, changed)) === undefined) return undefined
  const sent = send(subject.operation, changed)
  if (sent === undefined || !subject.operation.matches(sent.request)) return undefined
  const violation = loneViolation(say(subject, sent.value))
  if (violation === undefined || !isRefusal(subject, violation.requirement)) return undefined
  if (!isTwin(value, sent.value, say(subject, sent.value))) return undefined
  return { ...violation, request: sent.request }
}

interface Lone {
  readonly requirement: string
  readonly pointer: string
  readonly keyword: string
}

/** The violation of a request that breaks one requirement and nothing else, and stands on certain ground otherwise. */
export function loneViolation({ violations, open }: Validation): Lone | undefined {
  const [first] = violations
  if (first === undefined || open.length > 0 || first.requirement === undefined) return undefined
  if (violations.some(({ requirement }: Violation) => requirement !== first.requirement)) return undefined
  return { requirement: first.requirement, pointer: first.pointer, keyword: first.keyword }
}

function isRefusal(subject: Subject, id: string): boolean {
  return subject.requirements.get(id)?.kind === 'refusal' && !isAbsent(subject, id)
}

/** Whether both are the same but for the places that are broken (readings.md G9). */
function isTwin(sound: RequestValue, broken: RequestValue, { violations }: Validation): boolean {
  const without = (value: RequestValue) => violations.reduce((at, { pointer }) => remove(at, pointer), value)
  return isSame(without(sound), without(broken))
}
