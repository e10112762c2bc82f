/** The formats of a comparison of several results documents. */
import { matrixHtml as html } from './html.ts'
import { matrixMarkdown as markdown } from './markdown.ts'
import type { Matrix } from './matrix.ts'
import { matrixTerminal as terminal } from './terminal.ts'

export const matrixFormats = ['terminal', 'markdown', 'html', 'json'] as const
export type MatrixFormat = (typeof matrixFormats)[number]

export const matrixRenderers = {
  terminal,
  markdown,
  html,
  json: (value) => `${JSON.stringify(value, null, 2)}\n`,
} as const satisfies Record<MatrixFormat, (value: Matrix) => string>

export { type Matrix, matrix } from './matrix.ts'
