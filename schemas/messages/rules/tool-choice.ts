import type { Rule, RuleFinding } from '../../rules.ts'
import { member, toolsOf } from './conversation.ts'

/**
 * Interpretation G16: a choice without tools, a choice of an undeclared tool, and two tools of one name are
 * unspecified.
 */
export const toolChoice: Rule = (body) => {
  const tools = toolsOf(body)
  if (tools === undefined) return []
  return [...choiceWithoutTools(body), ...undeclaredChoice(body, tools), ...namesakes(body, tools.size)]
}

function choiceWithoutTools(body: unknown): readonly RuleFinding[] {
  const tools = member(body, 'tools')
  if ((Array.isArray(tools) && tools.length > 0) || (member(body, 'tool_choice') ?? null) === null) return []
  return [{ pointer: '/tool_choice', message: 'there are no tools to choose from', open: 'G16' }]
}

function undeclaredChoice(body: unknown, tools: ReadonlyMap<string, unknown>): readonly RuleFinding[] {
  const choice = member(body, 'tool_choice')
  const name = member(choice, 'name')
  if (member(choice, 'type') !== 'tool' || typeof name !== 'string' || tools.has(name)) return []
  return [{ pointer: '/tool_choice/name', message: `no tool is named ${name}`, open: 'G16' }]
}

function namesakes(body: unknown, count: number): readonly RuleFinding[] {
  const tools = member(body, 'tools')
  const named = Array.isArray(tools) ? tools.filter((tool) => typeof member(tool, 'name') === 'string').length : 0
  return named > count ? [{ pointer: '/tools', message: 'two tools have one name', open: 'G16' }] : []
}
