import type { Rule, RuleFinding } from '../../rules.ts'
import type { SentenceOfRule } from '../../sentences.ts'
import { blocksOf, isBlockOfType, type Turn, turnsOf } from './conversation.ts'

/** Reports the use of roles in their order (section 2.8, interpretations M7, G16). */
export const turns: Rule = (body) => {
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

export const turnSentences: readonly SentenceOfRule[] = [
  {
    area: 'messages',
    group: 'request',
    keyword: 'x-feature',
    file: 'messages/rules/turns.ts',
    sentence: { id: 'messages.assistant-turn-accepted', says: 'A request with an earlier assistant turn is accepted.' },
  },
  {
    area: 'messages',
    group: 'request',
    keyword: 'x-feature',
    file: 'messages/rules/turns.ts',
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
    file: 'messages/rules/turns.ts',
    sentence: {
      id: 'messages.prefill-accepted',
      interpretation: 'M7',
      capability: 'prefill',
      says: 'A request whose last turn is of the assistant is accepted.',
    },
  },
]
