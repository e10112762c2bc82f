import type { Rule, RuleFinding } from '../../rules.ts'
import { blocksOf, isOfType, member, turnsOf } from './conversation.ts'

/** Interpretation G16: combinations that the specification advises against or does not mention. */
export const openCombinations: Rule = (body) => {
  const open: RuleFinding[] = []
  if (isSet(body, 'temperature') && isSet(body, 'top_p')) {
    open.push({ pointer: '/top_p', message: 'temperature and top_p are both set', open: 'G16' })
  }
  if (member(member(body, 'thinking'), 'type') === 'enabled') open.push(...besideThinking(body))
  return open
}

function besideThinking(body: unknown): readonly RuleFinding[] {
  const beside = ['temperature', 'top_p', 'top_k'].filter((name) => isSet(body, name))
  if (['any', 'tool'].includes(String(member(member(body, 'tool_choice'), 'type')))) beside.push('a forced tool')
  const turns = turnsOf(body) ?? []
  if (turns.at(-1)?.role === 'assistant') beside.push('the last turn is of the assistant')
  if (turns.flatMap(blocksOf).some((block) => isOfType(block, 'tool_use'))) beside.push('an earlier tool use')
  return beside.map((what) => ({ pointer: '/thinking', message: `thinking together with ${what}`, open: 'G16' }))
}

function isSet(body: unknown, name: string): boolean {
  return (member(body, name) ?? null) !== null
}
