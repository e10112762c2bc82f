import { isObject, itemsOf, type Members, membersOf } from '../../../../schemas/json.ts'
import type { Deciding, DecidingChoice } from '../../../core/model/arbitraries.ts'
import { choicesFor, namedByText, resized, stopChoices, toolCounts } from '../deciding.ts'
import { forcedNames, toolNames } from '../vocabulary.ts'
import { weather } from './provoking.ts'

/** Choices that decide together how a model uses tools, and when it stops. */
export const decidingMessages: readonly Deciding[] = [
  {
    tools: choicesFor(namedByText(toolCounts), (count) => ({
      isMade: (body) => toolsIn(body).length === count,
      make: (body) => withTools(body, count),
    })),
    choice: {
      ...choicesFor(namedByText(['auto', 'any']), (type) => choiceOf(type)),
      ...choicesFor(forcedNames, (name) => choiceOf('tool', name)),
    },
    'at most one tool': choicesFor(namedByText(['yes', 'no']), (answer) => ({
      isMade: (body) => choiceIn(body)['disable_parallel_tool_use'] === (answer === 'yes'),
      make: (body) =>
        withChoice(body, { type: 'auto', ...choiceIn(body), disable_parallel_tool_use: answer === 'yes' }),
    })),
    thinking: {
      on: { isMade: thinks, make: withThought },
      off: {
        isMade: ({ thinking }) => membersOf(thinking)['type'] === 'disabled',
        make: (body) => (thinks(body) ? undefined : { ...body, thinking: { type: 'disabled' } }),
      },
    },
  },
  stopChoices(
    (body) => itemsOf(body['stop_sequences']),
    (body, list) => ({ ...body, stop_sequences: list }),
  ),
]

function toolsIn({ tools }: Members): readonly Members[] {
  return itemsOf(tools).filter(isObject)
}

function choiceIn({ tool_choice }: Members): Members {
  return membersOf(tool_choice)
}

function thinks({ thinking }: Members): boolean {
  return membersOf(thinking)['type'] === 'enabled'
}

/** Earlier turns name tools that have to stay. */
function usesTools({ messages }: Members): boolean {
  return JSON.stringify(messages ?? []).includes('"tool_use_id"')
}

function withTools(body: Members, count: number): Members | undefined {
  if (usesTools(body)) return undefined
  const known = toolsIn(body).map(({ name }) => name)
  const names = toolNames.filter((name) => !known.includes(name))
  const tools = resized(toolsIn(body), count, (index) => ({ ...weather, name: names[index] ?? `tool_${index}` }))
  const choice = choiceIn(body)
  const isLost = choice['type'] === 'tool' && !tools.some(({ name }) => name === choice['name'])
  const name = tools.at(-1)?.['name']
  return { ...body, tools, ...(isLost && { tool_choice: { ...choice, name } }) }
}

/** Forces the last tool, to catch targets that only read the first. */
function choiceOf(type: string, name?: string): DecidingChoice {
  return {
    isMade: (body) => choiceIn(body)['type'] === type && choiceIn(body)['name'] === name,
    make(body) {
      const { name: _, ...choice } = choiceIn(body)
      if (name === undefined) return withChoice(body, { ...choice, type })
      const tools = toolsIn(body)
      const last = tools.findLastIndex((tool) => 'input_schema' in tool)
      if (usesTools(body) || (tools.length > 0 && last < 0)) return undefined
      const named = tools.length === 0 ? [{ ...weather, name }] : tools.with(last, { ...tools[last], name })
      return withChoice({ ...body, tools: named }, { ...choice, type, name })
    },
  }
}

function withChoice(body: Members, choice: Members): Members | undefined {
  if (thinks(body) && choice['type'] !== 'auto') return undefined
  return { ...body, tools: toolsIn(body).length === 0 ? [weather] : body['tools'], tool_choice: choice }
}

function withThought({ temperature: _, top_p: __, top_k: ___, ...body }: Members): Members | undefined {
  if (usesTools(body) || ['any', 'tool'].includes(String(choiceIn(body)['type']))) return undefined
  return { ...body, thinking: { type: 'enabled', budget_tokens: 2000 }, max_tokens: 2200 }
}
