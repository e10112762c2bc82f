import { memoize } from '../../model/memoize.ts'
import type { Observation } from '../../model/observation.ts'
import type { RequestValue } from '../../model/operation.ts'
import { itemsOf, type Members, membersOf } from './members.ts'

/** What a request asks for, whichever of the listed spellings it is written in. */
export interface Asked {
  /** How the model may call functions; `undefined` where the request leaves it open. */
  readonly mode: unknown
  /** The functions that may be called, by name, with their parameters. */
  readonly callable: ReadonlyMap<string, unknown>
  readonly config: Members
  readonly responseMimeType: unknown
  readonly responseSchema: unknown
}

/** Reads what the request of an exchange asks for. */
export const askedOf = memoize((seen: Observation): Asked => readAsked(seen.request.value))

/** Reads what a request asks for. */
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

/** A member under its camelCase name or else its snake_case spelling (interpretation C1). */
function either(value: unknown, camel: string, snake: string): unknown {
  const members = membersOf(value)
  return members[camel] ?? members[snake]
}
