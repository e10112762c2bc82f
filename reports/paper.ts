import { createHash } from 'node:crypto'
import { style } from './html/assets.ts'
import { headOf } from './html/head.ts'
import { type Html, html } from './markup.ts'

/** A page beside the report: the same style sheet, and a little of its own. */
export interface Paper {
  readonly title: string
  readonly css: string
  readonly body: Html
  readonly tool: string
}

/** A page in one file that opens from disk: nothing is fetched, nothing runs, its one style sheet is all that is let in. */
export function paper({ title, css, body, tool }: Paper): string {
  const sheet = style + css
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(sheet).digest('base64')}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  return `${html`<!doctype html>
<html lang="en">
${headOf({ title, policy, style: sheet })}
<body>
<a class="skip" href="#main">Skip to the results</a>
<main id="main" tabindex="-1">
${body}
</main>
<footer><p>${tool}. This page makes no network requests.</p></footer>
</body>
</html>
`}`
}
