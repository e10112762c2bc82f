import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { packageFile } from '../../schemas/package-root.ts'

/** Read once, when the renderer is loaded: they are part of it, as its own text is. */
const read = (name: string): string => readFileSync(packageFile(`reports/html/assets/${name}`), 'utf8')

const styles = ['colours', 'page', 'verdict', 'overview', 'findings', 'timeline', 'requirements', 'figures', 'print']
const scripts = ['reveal', 'filter', 'copy', 'folds']

/** The style sheet of the page. */
export const style = styles.map((name) => read(`${name}.css`)).join('')

/** The script of the page. Nothing on the page needs it. */
export const script = scripts.map((name) => read(`${name}.js`)).join('')

/** Nothing is fetched, framed or sent; this one style sheet and this one script are all that is let in. */
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
