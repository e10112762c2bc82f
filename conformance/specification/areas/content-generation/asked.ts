import { memberInEitherCase } from '../../../../schemas/content-generation/spelling.ts'
import { itemsOf, type Members, membersOf } from '../../../../schemas/json.ts'
import { memoize } from '../../../core/model/memoize.ts'
import type { Observation } from '../../../core/model/observation.ts'
import type { RequestValue } from '../../../core/model/operation.ts'

/** The settings of a request, in any of the listed spellings. */
export interface Asked {
  /** The function calling mode; `undefined` if the request does not set it. */
  readonly mode: unknown
  /** The names of all declared functions. */
  readonly declared: readonly string[]
  /** The parameters of each function that may be called, by its name. */
  readonly callable: ReadonlyMap<string, unknown>
  readonly config: Members
  readonly responseMimeType: unknown
  readonly responseSchema: unknown
}

export const askedOf = memoize((seen: Observation): Asked => readAsked(seen.request.value))

export function readAsked({ body }: RequestValue): Asked {
  const choice = membersOf(
    memberInEitherCase(
      memberInEitherCase(body, 'toolConfig', 'tool_config'),
      'functionCallingConfig',
      'function_calling_config',
    ),
  )
  const config = membersOf(membersOf(body)['generationConfig'])
  return {
    mode: choice['mode'],
    declared: functionsIn(body).map(([name]) => name),
    callable: callableOf(body, choice['allowedFunctionNames']),
    config,
    responseMimeType: memberInEitherCase(config, 'responseMimeType', 'response_mime_type'),
    responseSchema: memberInEitherCase(config, 'responseSchema', 'response_schema'),
  }
}

function callableOf(body: unknown, allowed: unknown): ReadonlyMap<string, unknown> {
  return new Map(functionsIn(body).filter(([name]) => !Array.isArray(allowed) || allowed.includes(name)))
}

function functionsIn(body: unknown): readonly (readonly [name: string, parameters: unknown])[] {
  const declarations = itemsOf(membersOf(body)['tools']).flatMap((tool) =>
    itemsOf(memberInEitherCase(tool, 'functionDeclarations', 'function_declarations')),
  )
  return declarations.map(membersOf).map(({ name, parameters }) => [String(name), parameters] as const)
}
