import { isObject } from '../../../schemas/json.ts'
import type { NamedMember } from '../../core/model/operation.ts'

/**
 * Returns every member of a body with its path. A map comes before its own members, which are added if the body has the
 * map already. The members of a list with one map are added to each item.
 */
export function namedMembersOf(body: Readonly<Record<string, unknown>>): readonly NamedMember[] {
  return membersBelow([], body)
}

function membersBelow(path: readonly string[], value: Readonly<Record<string, unknown>>): readonly NamedMember[] {
  return Object.entries(value).flatMap(([name, member]) => {
    const own = [...path, name]
    return [{ path: own, value: member }, ...insideOf(own, member)]
  })
}

function insideOf(path: readonly string[], value: unknown): readonly NamedMember[] {
  if (isObject(value)) return membersBelow(path, value)
  const item: unknown = Array.isArray(value) && value.length === 1 ? value[0] : undefined
  return isObject(item) ? membersBelow([...path, '*'], item) : []
}

/** Returns the body with members added where they are missing. */
export function withMembers(body: unknown, members: readonly NamedMember[]): unknown {
  return members.reduce((all, { path, value }) => withMember(all, path, value) ?? all, body)
}

/** Returns the value with a member added; `undefined` if it has the member already, or has no place for it. */
function withMember(value: unknown, [step, ...rest]: readonly string[], member: unknown): unknown {
  if (step === undefined) return undefined
  if (step === '*') {
    if (!Array.isArray(value)) return withMember(value, rest, member)
    return value.map((item: unknown) => withMember(item, rest, member) ?? item)
  }
  if (!isObject(value)) return undefined
  if (rest.length === 0) return Object.hasOwn(value, step) ? undefined : { ...value, [step]: member }
  const below = withMember(value[step], rest, member)
  return below === undefined ? undefined : { ...value, [step]: below }
}
