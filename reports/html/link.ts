import { type Html, html } from '../markup.ts'

/** A link to an address that someone wrote down; anything but http(s) is text. */
export function linkTo(address: string): Html {
  return /^https?:\/\//i.test(address) ? html`<a href="${address}" rel="noreferrer">${address}</a>` : html`${address}`
}
