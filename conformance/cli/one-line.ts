import { visibleLine } from '../../reports/visible.ts'
import { inert } from '../../reports/workflow-command.ts'

/** Returns untrusted text as one line that neither a terminal nor a CI log interprets. */
export function oneLine(text: string): string {
  return inert(visibleLine(text))
}
