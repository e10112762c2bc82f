import { createHash } from 'node:crypto'
import type { Report } from '../../conformance/model/report.ts'
import { html, styleElement } from '../markup.ts'
import { headlines } from '../outcome.ts'
import { compliance } from './compliance.ts'
import { limits } from './limits.ts'
import { requirementTable } from './requirement-table.ts'
import { results } from './results.ts'
import { style } from './style.ts'
import { untested } from './untested.ts'
import { verdict } from './verdict.ts'

/** Nothing is fetched, nothing runs; this one style sheet is all that is let in. */
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

/** The whole report in one file that opens from disk, complete without a network and without scripts. */
export function renderHtml(report: Report): string {
  const { word } = headlines[report.summary.verdict]
  return `${html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${word}: ${report.target.url}</title>
${styleElement(style)}
</head>
<body>
<a class="skip" href="#main">Skip to the verdict</a>
<nav aria-label="Sections">
<a href="#verdict">Verdict</a> <a href="#compliance">Compliance</a> <a href="#untested">Not tested</a>
<a href="#limits">Limits</a> <a href="#findings">Findings</a> <a href="#requirements">All requirements</a>
</nav>
<main id="main">
${verdict(report)}
${compliance(report)}
${untested(report)}
${limits(report)}
${results(report)}
${requirementTable(report)}
</main>
<footer><p>${report.tool.name} ${report.tool.version}, results format ${report.formatVersion}. This page asks the network for nothing.</p></footer>
</body>
</html>
`}`
}
