import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { packageFile } from '../../schemas/package-root.ts'

/** Read once, when the module is loaded, so that the renderers stay pure. */
const read = (name: string): string => readFileSync(packageFile(`reports/html/assets/${name}`), 'utf8')

const styles = ['colours', 'page', 'verdict', 'overview', 'findings', 'timeline', 'requirements', 'figures', 'print']
const scripts = ['reveal', 'filter', 'copy', 'folds']

export const style = styles.map((name) => read(`${name}.css`)).join('')

/** The script of the page. The page is complete without it. */
export const script = scripts.map((name) => read(`${name}.js`)).join('')

/** Allows only this style sheet and this script; the page cannot fetch, frame or send anything. */
export const policy = [
  "default-src 'none'",
  `style-src ${hash(style)}`,
  `script-src ${hash(script)}`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

function hash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
