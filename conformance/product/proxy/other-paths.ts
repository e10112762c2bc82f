import { visibleLine } from '../../core/text/visible.ts'
import type { Addressed } from '../../engine/record/har/target.ts'
import { specifiedPath, specifiedUrl, type Vendor, vendors } from '../../engine/record/har/vendors.ts'
import type { Passed } from '../../engine/record/proxy/reverse-proxy.ts'
import { otherQueryIn } from '../recorded/har/targets-in.ts'
import type { AreaOf } from './to-exchange.ts'

/** Tells requests to operations of the specification from others, and names those others. */
export interface OtherPaths {
  /** Returns whether a request may be one to an operation. Clients of some vendors write its path otherwise. */
  isKnown(method: string, path: string): boolean
  /**
   * Returns whether an exchange is one of an operation. One with a path of a vendor is none until the gateway has served
   * such a path, because the specification does not name it.
   */
  isOurs(passed: Pick<Passed, 'method' | 'path' | 'response'>): boolean
  /** Notes a request to another path. */
  note(method: string, path: string): void
  /** Names the noted paths, without their queries. */
  inWords(): string
}

/** The most paths that are remembered, and that are named. */
const most = { remembered: 20, named: 3 }
/** The most characters of a path that are shown. */
const longest = 80

export function startOtherPaths(areaOf: AreaOf, recognised: readonly Vendor[]): OtherPaths {
  const others = new Map<string, Addressed>()
  let isServed = false
  const specified = (path: string): string => specifiedPath(path, recognised)
  return {
    isKnown: (method, path) => areaOf(method, specified(path)) !== undefined,
    isOurs: ({ method, path, response }) => {
      if (areaOf(method, path) !== undefined || isServed) return true
      isServed = response !== null && response.status >= 200 && response.status < 300
      return isServed
    },
    note: (method, path) => {
      const [bare = ''] = path.split(/[?#]/, 1)
      if (others.size < most.remembered) others.set(`${method} ${bare}`, { method, url: `http://gateway${path}` })
    },
    inWords: () => {
      const isOperation = (method: string, path: string): boolean => areaOf(method, path) !== undefined
      const queryOf = (one: Addressed): string | undefined =>
        specifiedUrl(one.url, vendors) === one.url ? otherQueryIn([one], isOperation) : undefined
      const names = [...others].flatMap(([name, one]) => (queryOf(one) === undefined ? [shown(name)] : []))
      const queries = [...others.values()].flatMap((one) => queryOf(one) ?? [])
      const more = names.length > most.named ? ' and others' : ''
      const listed = names.length === 0 ? [] : [names.slice(0, most.named).join(', ') + more]
      return [...listed, ...queries.slice(0, 1)].join('; ')
    },
  }
}

function shown(name: string): string {
  return visibleLine(name.length > longest ? `${name.slice(0, longest)}…` : name)
}
