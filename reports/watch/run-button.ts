import { type Html, html } from '../markup.ts'

export type Action = 'everything' | 'failed' | 'area' | 'requirement' | 'case' | 'stop' | 'restart'

/** Renders a button that starts a run, by means of the script. `of` distinguishes buttons with the same words. */
export function runButton(words: string, action: Action, value = '', of?: string): Html {
  return html`<button type="button" data-do="${action}" data-value="${value}" data-key="${action} ${value}">${words}${of === undefined ? undefined : html`<span class="unseen"> ${of}</span>`}</button>`
}
