import { membersOf } from '../json.ts'
import type { RuleFinding } from '../rules.ts'
import { spelled } from './spelling.ts'

/** Base64 without padding, and bytes that do not match their declared type, are unspecified (interpretation C7). */
export function mediaBytes(value: unknown): readonly RuleFinding[] {
  const type = spelled(value, 'mimeType', 'mime_type')
  const { data } = membersOf(value)
  if (typeof type !== 'string' || typeof data !== 'string' || !/^[A-Za-z0-9+/]/.test(data)) return []
  if (data.length % 4 !== 0) return [{ pointer: '/data', message: 'the base64 is not padded', open: 'C7' }]
  // 64 bytes are enough for every signature.
  const head = Buffer.from(data.slice(0, 88), 'base64')
  if (looksLike(type, head)) return []
  return [{ pointer: '', message: `the data does not begin like ${type}`, open: 'C7' }]
}

type Signature = (head: Buffer) => boolean

/** The first bytes of files in each listed format (section 2.6, input modalities and formats). */
const signatures: Readonly<Record<string, Signature>> = {
  'image/jpeg': begins('ffd8ff'),
  'image/png': begins('89504e470d0a1a0a'),
  'image/webp': riff('WEBP'),
  'image/heic': brand(/^(heic|heix|heim|heis|mif1|msf1)$/),
  'image/heif': brand(/^(heic|heix|heim|heis|hevc|mif1|msf1|avif)$/),
  'audio/wav': riff('WAVE'),
  'audio/mp3': (head) => begins('494433')(head) || isMpegAudio(head),
  'audio/aiff': (head) => text(head, 0, 4) === 'FORM' && /^AIF[FC]$/.test(text(head, 8, 12)),
  'audio/aac': (head) => head[0] === 0xff && ((head[1] ?? 0) & 0xf6) === 0xf0,
  'audio/ogg': begins('4f676753'),
  'audio/flac': begins('664c6143'),
  'video/mp4': brand(/./),
  'video/mpeg': isMpegVideo,
  'video/mpg': isMpegVideo,
  'video/mov': (head) => /^(ftyp|moov|mdat|wide|free|skip)$/.test(text(head, 4, 8)),
  'video/avi': riff('AVI '),
  'video/x-flv': begins('464c5601'),
  'video/webm': begins('1a45dfa3'),
  'video/wmv': begins('3026b2758e66cf11a6d900aa0062ce6c'),
  'video/3gpp': brand(/^3g/),
  'application/pdf': (head) => head.toString('latin1').includes('%PDF-'),
}

/** Returns whether bytes begin like the listed format. A type that is not listed is not judged. */
function looksLike(type: string, head: Buffer): boolean {
  return Object.hasOwn(signatures, type) ? signatures[type]!(head) : true
}

function begins(hex: string): Signature {
  return (head) => head.toString('hex').startsWith(hex)
}

function riff(form: string): Signature {
  return (head) => text(head, 0, 4) === 'RIFF' && text(head, 8, 12) === form
}

/** ISO base media files (ISO/IEC 14496-12) begin with a `ftyp` box that names their brand. */
function brand(wanted: RegExp): Signature {
  return (head) => text(head, 4, 8) === 'ftyp' && wanted.test(text(head, 8, 12))
}

function isMpegAudio(head: Buffer): boolean {
  const second = head[1] ?? 0
  return head[0] === 0xff && (second & 0xe0) === 0xe0 && (second & 0x06) !== 0
}

function isMpegVideo(head: Buffer): boolean {
  return begins('000001ba')(head) || begins('000001b3')(head)
}

function text(head: Buffer, from: number, to: number): string {
  return head.toString('latin1', from, to)
}
