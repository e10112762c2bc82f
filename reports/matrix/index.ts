/** The formats of a comparison of several results documents. */
import { matrixHtml as html } from './html.ts'
import { matrixMarkdown as markdown } from './markdown.ts'
import type { Matrix } from './matrix.ts'

export const matrixFormats = ['markdown', 'html', 'json'] as const
export type MatrixFormat = (typeof matrixFormats)[number]

export const matrixRenderers = {
  markdown,
  html,
  json: (value) => `${JSON.stringify(value, null, 2)}\n`,
} as const satisfies Record<MatrixFormat, (value: Matrix) => string>

export { type Matrix, matrix } from './matrix.ts'
