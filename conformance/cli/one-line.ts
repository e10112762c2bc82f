import { visibleLine } from '../../reports/visible.ts'
import { inert } from '../../reports/workflow-command.ts'

/** Text of anyone's as one line that nothing acts on: no terminal, no log. */
export function oneLine(text: string): string {
  return inert(visibleLine(text))
}
