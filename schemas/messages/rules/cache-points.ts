import type { Rule } from '../../rules.ts'
import { blocksOf, isMembers, member, turnsOf } from './conversation.ts'

/** Interpretation G16: more than four cache marks are unspecified. */
export const cachePoints: Rule = (body) => {
  const tools = member(body, 'tools')
  const blocks = (turnsOf(body) ?? []).flatMap(blocksOf).map(({ members }) => members)
  const inner = blocks.flatMap((block) => listed(member(block, 'content')))
  const marked = [...listed(tools), ...blocks, ...inner].filter((holder) => isMembers(member(holder, 'cache_control')))
  if (marked.length <= 4) return []
  return [{ pointer: '', message: `${marked.length} places have cache_control`, open: 'G16' }]
}

function listed(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
