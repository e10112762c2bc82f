import { type Html, html } from '../markup.ts'

/** Renders a command to paste into a shell. Where scripts run, it gets a button that copies it. */
export function copyableCommand(label: string, text: string | undefined): Html | undefined {
  if (text === undefined) return undefined
  return html`<div class="command"><span class="label">${label}</span><code tabindex="0">${text}</code></div>
`
}
