/** The formats of a comparison of two results documents. */

import type { Difference } from './difference.ts'
import { diffHtml as html } from './html.ts'
import { diffMarkdown as markdown } from './markdown.ts'
import { diffTerminal as terminal } from './terminal.ts'

export const diffFormats = ['terminal', 'markdown', 'html', 'json'] as const
export type DiffFormat = (typeof diffFormats)[number]

export const diffRenderers = {
  terminal,
  markdown,
  html,
  json: (value) => `${JSON.stringify(value, null, 2)}\n`,
} as const satisfies Record<DiffFormat, (value: Difference) => string>

export { type Difference, difference, kinds } from './difference.ts'
export { isCertain } from './words.ts'
