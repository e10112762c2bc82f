/**
 * Commands that a GitHub Actions runner finds in what a step prints: a line that begins with `::`, after spaces even, or
 * the older `##[` anywhere. https://docs.github.com/actions/reference/workflow-commands-for-github-actions
 */

/** Text in which the runner finds no command, for what a log may repeat: one sign is changed for one that looks like it. */
export function inert(text: string): string {
  return text.replace(/^(\s*)::/gm, '$1∷').replaceAll('##[', '♯♯[')
}

/** Where a command shows in the list of annotations. */
export type Annotation = 'error' | 'warning' | 'notice'

/** One command, on one line whatever its title and message hold. */
export function workflowCommand(annotation: Annotation, title: string, message: string): string {
  return `::${annotation} title=${property(title)}::${data(message)}`
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
