import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { packageFile } from '../../schemas/package-root.ts'
import { style as styleOfReports } from '../html/assets.ts'

const read = (path: string): string => readFileSync(packageFile(`reports/${path}`), 'utf8')

/** The style sheet of reports with additions. */
export const style = styleOfReports + read('watch/assets/watch.css')

/** The script for copying is that of reports. */
export const script = `${read('html/assets/copy.js')}${read('watch/assets/watch.js')}`

/** Allows one style sheet and one script. The page connects only to its own server. */
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
