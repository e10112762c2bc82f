import { isObject, itemsOf, type Members, member } from '../../../../schemas/json.ts'
import type { Observation } from '../../../core/model/observation.ts'

/**
 * Returns whether the tools of a request are certain: the request has no violation, and nothing about its tools is
 * unspecified.
 */
export function areToolsCertain({ request }: Observation): boolean {
  const isAboutTools = ({ pointer }: { readonly pointer: string }) => /^\/body(\/tool|$)/.test(pointer)
  return request.violations.length === 0 && !request.open.some(isAboutTools)
}

export function declaredTools({ request }: Observation): ReadonlyMap<string, Members> {
  const tools = new Map<string, Members>()
  for (const tool of itemsOf(member(request.value.body, 'tools'))) {
    const name = member(tool, 'name')
    if (isObject(tool) && typeof name === 'string') tools.set(name, tool)
  }
  return tools
}
