import { type Html, html } from '../markup.ts'

/** What a button of the page asks for. */
export type Action = 'everything' | 'failed' | 'area' | 'requirement' | 'case' | 'stop' | 'restart'

/** A button that has something run; the script brings it to life. `of` tells buttons with the same words apart. */
export function runButton(words: string, action: Action, value = '', of?: string): Html {
  return html`<button type="button" data-do="${action}" data-value="${value}" data-key="${action} ${value}">${words}${of === undefined ? undefined : html`<span class="unseen"> ${of}</span>`}</button>`
}
