/**
 * Commands in the output of a step that a GitHub Actions runner executes: a line that begins with `::`, even after
 * spaces, or the older `##[` anywhere. https://docs.github.com/actions/reference/workflow-commands-for-github-actions
 */

/** Changes text so that the runner finds no command in it: one character is replaced by a similar one. */
export function inert(text: string): string {
  return text.replace(/^(\s*)::/gm, '$1∷').replaceAll('##[', '♯♯[')
}

const escapes = {
  markup: { colon: '&#58;', hash: '&#35;' },
  json: { colon: '\\u003a', hash: '\\u0023' },
} as const

/** Does the same for text in markup or JSON: it writes an escape, so that a parser reads the same text. */
export function inertIn(language: keyof typeof escapes, text: string): string {
  const { colon, hash } = escapes[language]
  return text.replace(/^(\s*):(?=:)/gm, `$1${colon}`).replace(/#(?=#\[)/g, hash)
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
