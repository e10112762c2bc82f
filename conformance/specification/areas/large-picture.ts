import { readFileSync } from 'node:fs'
import { packageFile } from '../../../schemas/package-root.ts'
import { padPng } from '../../core/wire/pad-png.ts'

/** Returns a PNG of 200 KB, in base64, as a photo from a phone might be. */
export function largePicture(): string {
  const small = readFileSync(packageFile('fixtures/images/square.png'))
  return Buffer.from(padPng(small, 200_000)).toString('base64')
}
