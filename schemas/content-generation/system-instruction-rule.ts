import { itemsOf, membersOf } from '../json.ts'
import type { RuleFinding } from '../rules.ts'
import type { SentenceOfRule } from '../sentences.ts'

const notText = [
  'inlineData',
  'inline_data',
  'functionCall',
  'functionResponse',
  'executableCode',
  'codeExecutionResult',
] as const

/**
 * A system instruction contains only text (section 2.6, interpretation C4). The schema leaves other members of its
 * parts unspecified.
 */
export function systemInstruction(value: unknown): readonly RuleFinding[] {
  return itemsOf(membersOf(value)['parts']).flatMap((part, index) => {
    const names = Object.keys(membersOf(part))
    const found = names.length === 1 ? notText.find((name) => name === names[0]) : undefined
    if (found === undefined) return []
    const pointer = `/parts/${index}`
    const message = `${pointer} of the system instruction is ${found}, not text`
    return [
      {
        pointer,
        message,
        expected: 'text',
        actual: found,
        requirement: 'content.system-instruction-non-text-rejected',
      },
    ]
  })
}

/** The sentences of this rule. */
export const systemInstructionSentences: readonly SentenceOfRule[] = [
  {
    area: 'content-generation',
    group: 'request',
    keyword: 'x-requirement',
    file: 'content-generation/system-instruction-rule.ts',
    sentence: {
      id: 'content.system-instruction-non-text-rejected',
      level: 'implied',
      interpretation: 'C4',
      says: 'A request with a `systemInstruction` that is not text is rejected.',
    },
  },
]
