import { readFileSync } from 'node:fs'
import { packageFile } from '../../../../schemas/package-root.ts'

/** A media file as an InlineData object. */
export interface InlineData {
  readonly mimeType: string
  readonly data: string
}

/** Small real files of the listed formats (fixtures/media), under the most common type of each. */
export const pictures = {
  png: inlineData('picture.png', 'image/png'),
  jpeg: inlineData('picture.jpg', 'image/jpeg'),
  webp: inlineData('picture.webp', 'image/webp'),
  heic: inlineData('picture.heic', 'image/heic'),
  heif: inlineData('picture.heif', 'image/heif'),
}

export const sounds = {
  wav: inlineData('silence.wav', 'audio/wav'),
  mp3: inlineData('silence.mp3', 'audio/mp3'),
  aiff: inlineData('silence.aiff', 'audio/aiff'),
  aac: inlineData('silence.aac', 'audio/aac'),
  ogg: inlineData('silence.ogg', 'audio/ogg'),
  flac: inlineData('silence.flac', 'audio/flac'),
}

export const films = {
  mp4: inlineData('picture.mp4', 'video/mp4'),
  mpeg: inlineData('picture.mpeg', 'video/mpeg'),
  mov: inlineData('picture.mov', 'video/mov'),
  avi: inlineData('picture.avi', 'video/avi'),
  flv: inlineData('picture.flv', 'video/x-flv'),
  mpg: inlineData('picture.mpg', 'video/mpg'),
  webm: inlineData('picture.webm', 'video/webm'),
  wmv: inlineData('picture.wmv', 'video/wmv'),
  '3gpp': inlineData('picture.3gp', 'video/3gpp'),
}

export const documents = { pdf: inlineData('page.pdf', 'application/pdf') }

function inlineData(file: string, mimeType: string): InlineData {
  const bytes = readFileSync(packageFile(`fixtures/media/${file}`))
  return { mimeType, data: bytes.toString('base64') }
}
