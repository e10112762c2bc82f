import { itemsOf, membersOf } from '../../../../../schemas/json.ts'
import { requirement } from '../../../../core/model/build.ts'
import type { Observation } from '../../../../core/model/observation.ts'
import { errorOf } from './errors.ts'

/** Requirements on the field that a rejection names. */
export default [
  requirement({
    id: 'content.field-violation-names-broken',
    section: '7',
    endpoint: 'content.generate',
    alsoOn: ['content.stream'],
    dimension: 'field',
    level: 'implied',
    interpretation: 'C3',
    conditional: true,
    statement: 'A field violation names the field that breaks a rule.',
    needs: ['request-body', 'response-body'],
    needsControlRequest: true,
    appliesTo: (seen) =>
      seen.responseClass === 'rejected' && brokenPath(seen) !== undefined && namedIn(seen).length > 0,
    *check(seen) {
      const broken = brokenPath(seen) ?? []
      const named = namedIn(seen)
      if (named.some(({ path }) => isAbout(path, broken))) return
      for (const { field, at } of named)
        yield {
          message: `field violation names ${field}, which is valid in the request`,
          at,
          expected: broken.join('.'),
          actual: field,
        }
    },
  }),
] as const

/**
 * Returns the names on the path to the only violation in the body. Returns `undefined` if there are several violations,
 * or if the path has no names.
 */
function brokenPath({ request }: Observation): readonly string[] | undefined {
  const [pointer, ...others] = new Set(request.violations.map((violation) => violation.pointer))
  if (others.length > 0 || pointer === undefined || !/^\/body\/./.test(pointer)) return undefined
  return namesIn(pointer.slice('/body/'.length))
}

function namedIn(seen: Observation) {
  return itemsOf(errorOf(seen)['details']).flatMap((detail, index) =>
    itemsOf(membersOf(detail)['fieldViolations']).flatMap((violation, position) => {
      const { field } = membersOf(violation)
      if (typeof field !== 'string') return []
      const pointer = `/error/details/${index}/fieldViolations/${position}/field`
      const path = namesIn(field)
      return path.length === 0 ? [] : [{ field, path, at: { in: 'body', pointer } as const }]
    }),
  )
}

/** Returns the names in a path in camelCase and without item numbers. Accepts any notation of paths. */
function namesIn(path: string): readonly string[] {
  const camel = path.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  return (camel.match(/[A-Za-z@][A-Za-z0-9]*/g) ?? []).filter((name) => name !== 'body')
}

/**
 * Returns whether a path leads to the violation, to a value that contains it, or to a value inside it. A path may start
 * with the target's own names, or consist of the last name only.
 */
function isAbout(path: readonly string[], broken: readonly string[]): boolean {
  const start = path.indexOf(broken[0] ?? '')
  if (start < 0) return broken.includes(path.at(-1) ?? '')
  const own = path.slice(start)
  return own.every((name, index) => index >= broken.length || name === broken[index]) || own.at(-1) === broken.at(-1)
}
