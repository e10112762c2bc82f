import type { Observation } from '../../model/observation.ts'
import { isMembers, listOf, type Members, member } from './members.ts'

/** Returns whether the tools of a request are certain: it has no violation, and nothing about tools is unspecified. */
export function asksSoundly({ request }: Observation): boolean {
  const isAboutTools = ({ pointer }: { readonly pointer: string }) => /^\/body(\/tool|$)/.test(pointer)
  return request.violations.length === 0 && !request.open.some(isAboutTools)
}

/** Returns the tools that a request declares, by name. */
export function declaredTools({ request }: Observation): ReadonlyMap<string, Members> {
  const tools = new Map<string, Members>()
  for (const tool of listOf(member(request.value.body, 'tools'))) {
    const name = member(tool, 'name')
    if (isMembers(tool) && typeof name === 'string') tools.set(name, tool)
  }
  return tools
}
