import { memoize } from '../../model/memoize.ts'
import type { Observation } from '../../model/observation.ts'
import type { RequestValue } from '../../model/operation.ts'
import { itemsOf, type Members, membersOf } from './members.ts'

/** The settings of a request, in any of the listed spellings. */
export interface Asked {
  /** The function calling mode; `undefined` if the request does not set it. */
  readonly mode: unknown
  /** The parameters of each function that may be called, by its name. */
  readonly callable: ReadonlyMap<string, unknown>
  readonly config: Members
  readonly responseMimeType: unknown
  readonly responseSchema: unknown
}

/** Reads the settings of the request of an exchange. */
export const askedOf = memoize((seen: Observation): Asked => readAsked(seen.request.value))

/** Reads the settings of a request. */
export function readAsked({ body }: RequestValue): Asked {
  const choice = membersOf(
    either(either(body, 'toolConfig', 'tool_config'), 'functionCallingConfig', 'function_calling_config'),
  )
  const config = membersOf(membersOf(body)['generationConfig'])
  return {
    mode: choice['mode'],
    callable: callableOf(body, choice['allowedFunctionNames']),
    config,
    responseMimeType: either(config, 'responseMimeType', 'response_mime_type'),
    responseSchema: either(config, 'responseSchema', 'response_schema'),
  }
}

function callableOf(body: unknown, allowed: unknown): ReadonlyMap<string, unknown> {
  const declarations = itemsOf(membersOf(body)['tools']).flatMap((tool) =>
    itemsOf(either(tool, 'functionDeclarations', 'function_declarations')),
  )
  const named = declarations.map(membersOf).map(({ name, parameters }) => [String(name), parameters] as const)
  return new Map(named.filter(([name]) => !Array.isArray(allowed) || allowed.includes(name)))
}

/** Returns a member by its camelCase name, or else by its snake_case name (interpretation C1). */
function either(value: unknown, camel: string, snake: string): unknown {
  const members = membersOf(value)
  return members[camel] ?? members[snake]
}
