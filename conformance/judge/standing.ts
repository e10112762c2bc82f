import { validate } from '../../schemas/index.ts'
import type { Observation } from '../model/observation.ts'
import type { RequestValue } from '../model/operation.ts'
import type { Use } from '../model/validation.ts'

/**
 * The uses of a valid request that stand alone in it: nothing else it makes use of can be left out without losing the
 * use, or certain ground. Such a request is "one listed field, value or boundary added" to the plain one, with just
 * what that cannot do without (readings.md G2).
 */
export function standingAlone({ operation, request }: Observation): readonly Use[] {
  const { request: schema } = operation.schemas
  if (schema === undefined) return []
  const places = [...new Set(request.uses.map(({ pointer }) => pointer))]
  const left = new Map(places.map((place) => [place, usesWithout(schema, request.value, place)]))
  return request.uses.filter((use) =>
    places.every((place) => place === use.pointer || left.get(place)?.has(use.requirement) !== true),
  )
}

/** What a request still makes use of without one place; `undefined` where it is then no longer certainly valid. */
function usesWithout(schema: string, value: RequestValue, place: string): ReadonlySet<string> | undefined {
  const { violations, open, uses } = validate(schema, without(value, place.split('/').slice(1).map(unescaped)))
  if (violations.length > 0 || open.length > 0) return undefined
  return new Set(uses.map(({ requirement }) => requirement))
}

function unescaped(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~')
}

function without(value: unknown, [step, ...rest]: readonly string[]): unknown {
  if (step === undefined || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    if (rest.length === 0) return value.filter((_, index) => String(index) !== step)
    return value.map((item, index) => (String(index) === step ? without(item, rest) : item))
  }
  const members = Object.entries(value).filter(([name]) => rest.length > 0 || name !== step)
  return Object.fromEntries(members.map(([name, member]) => [name, name === step ? without(member, rest) : member]))
}
