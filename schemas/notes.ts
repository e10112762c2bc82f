import { rules } from './rules.ts'
import type { OpenSite, Use, Violation } from './validation.ts'

/** The notes that annotations write during one validation; the `this` of compiled validators. */
export interface Notes {
  readonly open: OpenSite[]
  readonly uses: Use[]
  readonly broken: Violation[]
  readonly spoken: Set<string>
  /** Applies the rule with this name, which a schema at `place` names, to the value at `pointer`. */
  rule(name: string, place: string, value: unknown, pointer: string): void
}

/** Creates the notes for one validation. */
export function newNotes(): Notes {
  return { open: [], uses: [], broken: [], spoken: new Set(), rule: noteFindings }
}

function noteFindings(this: Notes, name: string, place: string, value: unknown, base: string): void {
  for (const { pointer, open, accepts, ...finding } of rules[name]!(value)) {
    const at = base + pointer
    if (accepts !== undefined) this.uses.push({ requirement: accepts, pointer: at })
    else if (open !== undefined) this.open.push({ pointer: at, interpretation: open })
    else this.broken.push({ pointer: at, keyword: name, place, ...finding })
  }
}
