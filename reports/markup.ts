import { html as escaping, raw } from 'hono/html'
import { visible } from '../conformance/core/text/visible.ts'
import { phrases } from './phrases.ts'
import { inertIn } from './workflow-command.ts'

/** Markup made by `html`. Only this type counts as markup. */
export type Html = ReturnType<typeof raw>

/** A value in a template. Text and numbers are escaped. */
export type Content = string | number | Html | undefined | readonly Content[]

/**
 * Makes markup from text. Every value is made visible and escaped, regardless of its source. A page on standard output
 * contains no command for a CI runner.
 */
export function html(strings: TemplateStringsArray, ...values: readonly Content[]): Html {
  return escaping(strings, ...values.map(shown)) as Html
}

function shown(value: Content): unknown {
  if (typeof value === 'string') return raw(inertIn('markup', String(escaping`${visible(value)}`)))
  return Array.isArray(value) ? value.map(shown) : value
}

/** Renders a built-in style sheet without escaping. Never call it with other text. */
export function styleElement(css: string): Html {
  return raw(`<style>${css}</style>`)
}

/** Renders a built-in script without escaping. Never call it with other text. */
export function scriptElement(code: string): Html {
  return raw(`<script>${code}</script>`)
}

/**
 * Renders preformatted text. HTML ignores a line feed directly after the tag, so one is added to keep the text's own.
 */
export function preformatted(...content: readonly Content[]): Html {
  return html`<pre>\n${content}</pre>`
}

/** Renders a statement, with its code words as code. */
export function prose(statement: string): Html {
  return html`${phrases(statement).map(({ words, isCode }) => (isCode ? html`<code>${words}</code>` : words))}`
}
