/**
 * Commands in the output of a step that a GitHub Actions runner executes: a line that begins with `::`, even after
 * spaces, or the older `##[` anywhere. https://docs.github.com/actions/reference/workflow-commands-for-github-actions
 */

/** Changes text so that the runner finds no command in it: one character is replaced by a similar one. */
export function inert(text: string): string {
  return text.replace(/^(\s*)::/gm, '$1∷').replaceAll('##[', '♯♯[')
}

export type Annotation = 'error' | 'warning' | 'notice'

/** Returns a command on one line, for any title and message. */
export function workflowCommand(annotation: Annotation, title: string, message: string): string {
  return `::${annotation} title=${property(title)}::${data(message)}`
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
