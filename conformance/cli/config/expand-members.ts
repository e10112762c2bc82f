import { type Environment, expanded } from './expand.ts'

/** A text whose variable could not be put in. */
export interface Unset {
  readonly pointer: string
  readonly problem: string
}

/** Deeper than this no config file is. */
const deepest = 16

/** Puts environment variables into every string below a value and tells of those that are not set. */
export function expandMembers(
  value: unknown,
  env: Environment,
): { readonly value: unknown; readonly unset: readonly Unset[] } {
  const unset: Unset[] = []
  const walk = (at: unknown, pointer: string, depth: number): unknown => {
    if (depth > deepest) unset.push({ pointer, problem: 'this is nested deeper than any config file' })
    else if (typeof at === 'string') {
      const { text, problem } = expanded(at, env)
      if (problem !== undefined) unset.push({ pointer, problem })
      return text
    } else if (Array.isArray(at)) return at.map((item, index) => walk(item, `${pointer}/${index}`, depth + 1))
    else if (typeof at === 'object' && at !== null) {
      const members = Object.entries(at).map(([key, item]) => [
        key,
        walk(item, `${pointer}/${escaped(key)}`, depth + 1),
      ])
      return Object.fromEntries(members)
    }
    return at
  }
  return { value: walk(value, '', 0), unset }
}

function escaped(step: string): string {
  return step.replaceAll('~', '~0').replaceAll('/', '~1')
}
