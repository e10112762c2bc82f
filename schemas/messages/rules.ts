import { isObject, itemsOf, member } from '../json.ts'
import type { Rule, RuleFinding } from '../rules.ts'
import type { SentenceOfRule } from '../sentences.ts'
import { blocksOf, isBlockOfType, type Turn, toolsOf, turnsOf } from './rules/conversation.ts'
import { toolLoop } from './rules/tool-loop.ts'

/** Reports a thinking budget that is not less than `max_tokens` (section 2.8). */
const thinkingBudget: Rule = (body) => {
  const thinking = member(body, 'thinking')
  const budget = member(thinking, 'budget_tokens')
  const limit = member(body, 'max_tokens')
  if (member(thinking, 'type') !== 'enabled' || !Number.isInteger(budget) || !Number.isInteger(limit)) return []
  if ((budget as number) < (limit as number) || (limit as number) < 1) return []
  return [
    {
      pointer: '/thinking/budget_tokens',
      message: `budget_tokens ${budget} is not less than max_tokens ${limit}`,
      expected: `less than ${limit}`,
      actual: budget,
      requirement: 'messages.thinking-budget-over-rejected',
    },
  ]
}

const thinkingBudgetSentences: readonly SentenceOfRule[] = [
  {
    area: 'messages',
    group: 'thinking',
    keyword: 'x-requirement',
    file: 'messages/rules.ts',
    sentence: {
      id: 'messages.thinking-budget-over-rejected',
      interpretation: 'M2',
      says: 'A request with a `budget_tokens` not below `max_tokens` is rejected.',
    },
  },
]

/** Reports the use of roles in their order (section 2.8, interpretations M7, G16). */
const turns: Rule = (body) => {
  const all = turnsOf(body)
  if (all === undefined || all.length === 0) return []
  return [...openOpening(all[0]!), ...all.flatMap(unusualRoles), ...sameRole(all), ...assistantTurns(all)]
}

function openOpening({ role, pointer }: Turn): readonly RuleFinding[] {
  return role === 'user' ? [] : [{ pointer, message: 'the first turn is of the assistant', open: 'G16' }]
}

function unusualRoles(turn: Turn): readonly RuleFinding[] {
  const unusual = turn.role === 'user' ? ['tool_use'] : ['tool_result', 'image', 'document']
  return blocksOf(turn)
    .filter((block) => isBlockOfType(block, ...unusual))
    .map(({ pointer }) => ({ pointer, message: `an unusual block for the ${turn.role}`, open: 'G16' }))
}

/** Reports consecutive messages of one role once, at the first of them. */
function sameRole(all: readonly Turn[]): readonly RuleFinding[] {
  return all
    .filter(({ role }, index) => all[index - 1]?.role === role && all[index - 2]?.role !== role)
    .map(({ pointer }) => ({
      pointer,
      message: 'a turn of the same role follows',
      accepts: 'messages.same-role-turns-accepted',
    }))
}

function assistantTurns(all: readonly Turn[]): readonly RuleFinding[] {
  return all.flatMap((turn, index) => {
    if (turn.role === 'user' || index === 0) return []
    if (index === all.length - 1) return prefill(turn, all)
    // It forms one turn with the next message.
    if (all[index + 1]!.role === turn.role) return []
    if (blocksOf(turn).some((block) => isBlockOfType(block, 'tool_use'))) return []
    return [{ pointer: turn.pointer, message: 'an assistant turn', accepts: 'messages.assistant-turn-accepted' }]
  })
}

/** Reports a last turn of the assistant. Its consecutive messages are one turn, which begins at the first of them. */
function prefill(turn: Turn, all: readonly Turn[]): readonly RuleFinding[] {
  const { pointer } = all[all.findLastIndex(({ role }) => role === 'user') + 1] ?? turn
  const text = typeof turn.content === 'string' ? turn.content : blocksOf(turn).at(-1)?.members['text']
  if (typeof text !== 'string' || /\s$/.test(text)) {
    return [{ pointer, message: 'the last turn is of the assistant and does not end with text', open: 'G16' }]
  }
  return [{ pointer, message: 'the last turn is of the assistant', accepts: 'messages.prefill-accepted' }]
}

const turnSentences: readonly SentenceOfRule[] = [
  {
    area: 'messages',
    group: 'request',
    keyword: 'x-feature',
    file: 'messages/rules.ts',
    sentence: { id: 'messages.assistant-turn-accepted', says: 'A request with an earlier assistant turn is accepted.' },
  },
  {
    area: 'messages',
    group: 'request',
    keyword: 'x-feature',
    file: 'messages/rules.ts',
    sentence: {
      id: 'messages.same-role-turns-accepted',
      interpretation: 'M7',
      says: 'A request with consecutive turns of one role is accepted.',
    },
  },
  {
    area: 'messages',
    group: 'request',
    keyword: 'x-feature',
    file: 'messages/rules.ts',
    sentence: {
      id: 'messages.prefill-accepted',
      interpretation: 'M7',
      capability: 'prefill',
      says: 'A request whose last turn is of the assistant is accepted.',
    },
  },
]

/**
 * Reports unspecified choices (interpretation G16): a choice without tools, a choice of an undeclared tool, and two
 * tools with the same name.
 */
const toolChoice: Rule = (body) => {
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

/** Reports combinations that the specification advises against or does not mention (interpretation G16). */
const openCombinations: Rule = (body) => {
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
  if (turns.flatMap(blocksOf).some((block) => isBlockOfType(block, 'tool_use'))) beside.push('an earlier tool use')
  return beside.map((what) => ({ pointer: '/thinking', message: `thinking together with ${what}`, open: 'G16' }))
}

function isSet(body: unknown, name: string): boolean {
  return (member(body, name) ?? null) !== null
}

/** The first characters of the base64 text of each image type. */
const beginnings: Readonly<Record<string, RegExp>> = {
  'image/jpeg': /^\/9j\//,
  'image/png': /^iVBORw0KGgo/,
  'image/gif': /^R0lGODlh|^R0lGODdh/,
  'image/webp': /^UklGR.{6}XRUJQ/,
}

/**
 * Reports unspecified images (interpretation C7): bytes that do not match their declared type, and base64 without
 * padding.
 */
const imageBytes: Rule = (source) => {
  const declared = member(source, 'media_type')
  const data = member(source, 'data')
  if (typeof data !== 'string' || typeof declared !== 'string' || !Object.hasOwn(beginnings, declared)) return []
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(data)) return []
  if (data.length % 4 === 0 && beginnings[declared]!.test(data)) return []
  return [{ pointer: '/data', message: `the data does not begin like ${declared}`, open: 'C7' }]
}

/** Reports more than four cache marks, which are unspecified (interpretation G16). */
const cachePoints: Rule = (body) => {
  const tools = member(body, 'tools')
  const blocks = (turnsOf(body) ?? []).flatMap(blocksOf).map(({ members }) => members)
  const inner = blocks.flatMap((block) => itemsOf(member(block, 'content')))
  const marked = [...itemsOf(tools), ...blocks, ...inner].filter((holder) => isObject(member(holder, 'cache_control')))
  if (marked.length <= 4) return []
  return [{ pointer: '', message: `${marked.length} places have cache_control`, open: 'G16' }]
}

/** The rules of this area that a schema cannot express. */
export const messagesRules: Readonly<Record<string, Rule>> = {
  'messages-cache-points': cachePoints,
  'messages-image-bytes': imageBytes,
  'messages-open-combinations': openCombinations,
  'messages-thinking-budget': thinkingBudget,
  'messages-tool-choice': toolChoice,
  'messages-tool-loop': toolLoop,
  'messages-turns': turns,
}

export const messagesSentences = [...thinkingBudgetSentences, ...turnSentences]
