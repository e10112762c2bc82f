import type { RuleFinding } from '../rules.ts'
import { itemsOf, membersOf } from './members.ts'

const notText = [
  'inlineData',
  'inline_data',
  'functionCall',
  'functionResponse',
  'executableCode',
  'codeExecutionResult',
] as const

/** A system instruction is text only (section 2.6, readings.md C4). What else its parts hold, the schema leaves open. */
export function systemInstruction(value: unknown): readonly RuleFinding[] {
  return itemsOf(membersOf(value)['parts']).flatMap((part, index) => {
    const names = Object.keys(membersOf(part))
    const found = names.length === 1 ? notText.find((name) => name === names[0]) : undefined
    if (found === undefined) return []
    const pointer = `/parts/${index}`
    const message = `${pointer} of the system instruction is ${found}, not text`
    return [
      { pointer, message, expected: 'text', actual: found, requirement: 'content.system-instruction-non-text-refused' },
    ]
  })
}
