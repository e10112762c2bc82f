import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { packageFile } from '../../schemas/package-root.ts'
import { style as styleOfReports } from '../html/assets.ts'

const read = (path: string): string => readFileSync(packageFile(`reports/${path}`), 'utf8')

/** The style sheet of the page: that of reports, and a little of its own. */
export const style = styleOfReports + read('watch/assets/watch.css')

/** The scripts of the page: copying is done as in reports. */
export const script = `${read('html/assets/copy.js')}${read('watch/assets/watch.js')}`

/** One style sheet and one script are let in; the page asks for nothing but what its own server tells. */
export const policy = [
  "default-src 'none'",
  `style-src ${hash(style)}`,
  `script-src ${hash(script)}`,
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

function hash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
