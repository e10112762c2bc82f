import { visibleLine } from '../../../reports/visible.ts'
import { validate } from '../../../schemas/index.ts'
import { refuseAll } from '../usage-error.ts'
import type { SourceDocument } from './document.ts'
import { type Rules, violationInWords } from './violation-in-words.ts'

/** One thing that is wrong with a file, with what to do about it. */
export interface Problem {
  /** Where, as a JSON pointer. */
  readonly pointer: string
  readonly text: string
}

/** Refuses a file with a line for each problem: the place, the value as it was written, and what is meant. */
export function refuse(problems: readonly Problem[], { at }: Pick<SourceDocument, 'at'>): void {
  refuseAll(problems.map(({ pointer, text }) => visibleLine(`${at(pointer)}: ${text}`)))
}

/** What of a value breaks its schema. */
export function brokenRules(rules: Rules, value: unknown, document: SourceDocument): readonly Problem[] {
  const { violations } = validate(rules.schema, value)
  return violations.map((violation) => ({
    pointer: violation.pointer,
    text: violationInWords(violation, rules, document.value),
  }))
}

/** The problems as they follow each other in the file. */
export function inOrder(problems: readonly Problem[], { offsetOf }: SourceDocument): readonly Problem[] {
  return [...problems].sort((one, other) => offsetOf(one.pointer) - offsetOf(other.pointer))
}
