import { type Html, html } from '../markup.ts'

/** Renders a command to paste into a shell, with a button to copy it. */
export function copyableCommand(label: string, text: string | undefined): Html | undefined {
  if (text === undefined) return undefined
  return html`<div class="command"><span class="label">${label}</span><code tabindex="0">${text}</code><button type="button" class="copy" hidden aria-label="Copy the ${label} command">Copy</button></div>
`
}
