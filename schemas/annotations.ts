import type { DataValidationCxt, FuncKeywordDefinition } from 'ajv/dist/types/index.js'
import type { OpenSite, Use, Violation } from '../conformance/model/validation.ts'
import { matcherOf, type Opening } from './opening.ts'
import { type Rule, rules } from './rules.ts'

/** What the annotations note down during one validation; the validation's `this`. */
export interface Notes {
  readonly open: OpenSite[]
  readonly uses: Use[]
  readonly broken: Violation[]
  readonly spoken: Set<string>
}

/** The Ajv keywords for our annotations. None of them ever fails a value; they write notes. */
export function annotationKeywords(): FuncKeywordDefinition[] {
  return [
    { keyword: 'x-section', schemaType: 'string' } as FuncKeywordDefinition,
    { keyword: 'x-requirement', schemaType: ['string', 'object'], compile: noteSpoken },
    { keyword: 'x-accepts', schemaType: ['string', 'array'], compile: noteUse },
    { keyword: 'x-open', schemaType: ['object', 'array'], compile: noteOpen },
    { keyword: 'x-rule', schemaType: ['string', 'array'], compile: noteRule },
  ]
}

function noteSpoken(annotation: string | Record<string, string>) {
  const ids = typeof annotation === 'string' ? [annotation] : Object.values(annotation)
  return function (this: Notes): boolean {
    for (const id of ids) this.spoken.add(id)
    return true
  }
}

function noteUse(annotation: string | string[]) {
  const ids = [annotation].flat()
  return function (this: Notes, _data: unknown, context?: DataValidationCxt): boolean {
    for (const requirement of ids) this.uses.push({ requirement, pointer: context?.instancePath ?? '' })
    return true
  }
}

function noteOpen(annotation: Opening | Opening[]) {
  const tests = [annotation].flat().map((opening) => ({ reading: opening.reading, matches: matcherOf(opening) }))
  return function (this: Notes, data: unknown, context?: DataValidationCxt): boolean {
    for (const { reading, matches } of tests) {
      if (matches(data)) this.open.push({ pointer: context?.instancePath ?? '', reading })
    }
    return true
  }
}

function noteRule(annotation: string | string[]) {
  const named = [annotation].flat().map((name) => ({ name, rule: ruleNamed(name) }))
  return function (this: Notes, data: unknown, context?: DataValidationCxt): boolean {
    for (const { name, rule } of named) noteFindings(this, name, rule, data, context?.instancePath ?? '')
    return true
  }
}

function ruleNamed(name: string): Rule {
  const rule = rules[name]
  if (rule === undefined) throw new Error(`x-rule names ${name}, but there is no such rule`)
  return rule
}

function noteFindings(notes: Notes, name: string, rule: Rule, data: unknown, base: string): void {
  for (const { pointer, open, accepts, ...finding } of rule(data)) {
    const at = base + pointer
    if (accepts !== undefined) notes.uses.push({ requirement: accepts, pointer: at })
    else if (open !== undefined) notes.open.push({ pointer: at, reading: open })
    else notes.broken.push({ pointer: at, keyword: name, ...finding })
  }
}
