/**
 * Every way to read the results of a run. A renderer is a pure function of the report: no clock, no files, no
 * environment; what a target wrote is escaped and made visible, never interpreted.
 */
import type { Report } from '../conformance/model/report.ts'
import { renderHtml as html } from './html/page.ts'
import { json } from './json.ts'
import { junit } from './junit.ts'
import { markdown } from './markdown.ts'
import { terminal } from './terminal/terminal.ts'

export const formats = ['html', 'json', 'junit', 'markdown', 'terminal'] as const
export type Format = (typeof formats)[number]

export type Renderer = (report: Report) => string

export const renderers = { html, json, junit, markdown, terminal } satisfies Record<Format, Renderer>

export { type TerminalStyle, terminal } from './terminal/terminal.ts'
