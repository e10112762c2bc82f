/**
 * The renderers of results. A renderer is a pure function of the report: it uses no clock, files or environment. It
 * escapes text from the target and makes invisible characters visible.
 */
import type { Report } from '../conformance/core/model/report.ts'
import { badge } from './badge.ts'
import { ctrf } from './ctrf.ts'
import { ndjson } from './events.ts'
import type { Format } from './formats.ts'
import { github } from './github.ts'
import { har } from './har/har.ts'
import { renderHtml as html } from './html/page.ts'
import { renderJson as json } from './json.ts'
import { junit } from './junit.ts'
import { markdown } from './markdown/markdown.ts'
import { terminal } from './terminal/terminal.ts'
import { text } from './terminal/text.ts'

export type Renderer = (report: Report) => string

export const renderers = {
  html,
  json,
  junit,
  markdown,
  terminal: (report: Report) => terminal(report),
  text: (report: Report) => text(report),
  ctrf,
  har,
  github,
  badge,
  ndjson,
} satisfies Record<Format, Renderer>

export { type Format, fileNames, formats } from './formats.ts'
export { type HarKept, harEntryOf, harFrame } from './har/har.ts'
export { terminal } from './terminal/terminal.ts'
export { text } from './terminal/text.ts'
