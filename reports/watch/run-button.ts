import { type Html, html } from '../markup.ts'

/** What a button of the page asks for. */
export type Wish = 'everything' | 'failed' | 'area' | 'requirement' | 'case' | 'stop' | 'restart'

/** A button that has something run; the script brings it to life. `of` tells buttons with the same words apart. */
export function runButton(words: string, wish: Wish, value = '', of?: string): Html {
  return html`<button type="button" data-do="${wish}" data-value="${value}" data-key="${wish} ${value}">${words}${of === undefined ? undefined : html`<span class="unseen"> ${of}</span>`}</button>`
}
