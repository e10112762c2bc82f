import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { packageFile } from '../../schemas/package-root.ts'
import { style } from '../html/assets.ts'

const read = (path: string): string => readFileSync(packageFile(`reports/${path}`), 'utf8')

/** The style sheet of reports with additions. */
export const watchStyle = style + read('watch/assets/watch.css')

/** The script for copying is that of reports. */
export const watchScript = `${read('html/assets/copy.js')}${read('watch/assets/watch.js')}`

/** Allows one style sheet and one script. The page connects only to its own server. */
export const watchPolicy = [
  "default-src 'none'",
  `style-src ${hash(watchStyle)}`,
  `script-src ${hash(watchScript)}`,
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

function hash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
