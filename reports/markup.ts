import { html as escaping, raw } from 'hono/html'
import { phrases } from './phrases.ts'
import { visible } from './visible.ts'

/** Markup made by `html`; nothing else counts as markup. */
export type Html = ReturnType<typeof raw>

/** What may stand in a template: text and numbers are escaped, nothing is left out. */
export type Content = string | number | Html | undefined | readonly Content[]

/** The only way from text to markup: every text is made visible and escaped, whoever wrote it. */
export function html(strings: TemplateStringsArray, ...values: readonly Content[]): Html {
  return escaping(strings, ...values.map(shown)) as Html
}

function shown(value: Content): unknown {
  if (typeof value === 'string') return visible(value)
  return Array.isArray(value) ? value.map(shown) : value
}

/** A style sheet of our own; not for text that came from anywhere else. */
export function styleElement(css: string): Html {
  return raw(`<style>${css}</style>`)
}

/** A script of our own; not for text that came from anywhere else. */
export function scriptElement(code: string): Html {
  return raw(`<script>${code}</script>`)
}

/** Text as it came. The line feed after the tag is dropped by HTML, so that a leading one of the text is not. */
export function preformatted(...content: readonly Content[]): Html {
  return html`<pre>\n${content}</pre>`
}

/** A statement, with its code words as code. */
export function prose(statement: string): Html {
  return html`${phrases(statement).map(({ words, isCode }) => (isCode ? html`<code>${words}</code>` : words))}`
}
