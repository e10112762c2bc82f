import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { packageFile } from '../../schemas/package-root.ts'

/** Reads an asset when the module is loaded, so that the renderers stay pure. */
const read = (name: string): string => readFileSync(packageFile(`reports/html/assets/${name}`), 'utf8')

const styles = [
  'colours',
  'page',
  'verdict',
  'overview',
  'features',
  'findings',
  'timeline',
  'requirements',
  'figures',
  'print',
]
const scripts = ['reveal', 'filter', 'copy', 'folds']

export const style = styles.map((name) => read(`${name}.css`)).join('')

/** The script of the page. The page also works without it. */
export const script = scripts.map((name) => read(`${name}.js`)).join('')

/** The style sheet and the script of the page of `mgi watch`, which shows the report in a frame. */
export const liveStyle = read('colours.css') + read('live.css')
export const liveScript = read('live.js')

/** Allows only this style sheet and this script; the page cannot fetch, frame or send anything. */
export const policy = policyOf(style, script)

/** The policy of the `mgi watch` page, which may also show the report in a frame and read its own events. */
export const livePolicy = `${policyOf(liveStyle, liveScript)}; frame-src 'self'; connect-src 'self'; frame-ancestors 'none'`

function policyOf(css: string, code: string): string {
  return [
    "default-src 'none'",
    `style-src ${hash(css)}`,
    `script-src ${hash(code)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
}

function hash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
