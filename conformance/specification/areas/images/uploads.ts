import { readFileSync } from 'node:fs'
import { packageFile } from '../../../../schemas/package-root.ts'
import { counted } from '../../../core/text/counted.ts'
import { type Bytes, inOnePiece } from '../../../core/wire/bytes.ts'
import { type ImageFacts, imageFacts } from '../../../core/wire/image-facts.ts'
import { paddedJpeg, paddedWebp } from '../../../core/wire/pad-pictures.ts'
import { paddedPieces } from '../../../core/wire/pad-png.ts'

/** A file to upload: its facts, and its bytes on demand. */
export interface Upload {
  readonly facts: ImageFacts
  readonly bytes: () => Bytes
  /** The name of the fixture, and the change made to it. */
  readonly name: string
}

const folder = packageFile('fixtures/images/')

/** The facts of each file. They are committed, so that reading a request never decodes pictures or pads megabytes. */
const committed = JSON.parse(readFileSync(new URL('facts.json', folder), 'utf8')) as Readonly<
  Record<string, ImageFacts>
>

/** The pictures of these files by digest. */
export const committedPictures: ReadonlyMap<string, ImageFacts> = new Map(
  Object.values(committed).map((facts) => [facts.digest, facts]),
)

const square = fixture('square.png')
const mask = fixture('mask.png')
const chart = fixture('chart.png')

/** The files of `fixtures/images` by purpose, and padded ones at the edges of the size limits. */
export const uploads = {
  square,
  opaque: fixture('opaque.png'),
  oblong: fixture('oblong.png'),
  dot: fixture('dot.png'),
  tiny: fixture('tiny.png'),
  icon: fixture('icon.png'),
  chart,
  portrait: fixture('portrait.png'),
  glass: fixture('glass.png'),
  frame: fixture('frame.png'),
  scroll: fixture('scroll.webp'),
  banner: fixture('banner.jpeg'),
  largePoster: padded(file('poster.png'), 1_200_000),
  largeWindow: padded(file('window.png'), 1_200_000),
  mask,
  iconMask: fixture('icon-mask.png'),
  largePosterMask: padded(file('poster-mask.png'), 1_200_000),
  smallMask: fixture('small-mask.png'),
  lowMask: fixture('low-mask.png'),
  webp: fixture('picture.webp'),
  jpeg: fixture('picture.jpeg'),
  truncated: fixture('truncated.png'),
  truncatedWebp: firstHalfOf('picture.webp'),
  text: fixture('text.png'),
  gif: made('a GIF of one pixel', () => Buffer.from('R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=', 'base64')),
  squareBelow4MB: padded(square, 3_999_999),
  squareOf4MiB: padded(square, 4_194_304),
  chartBelow4MB: padded(chart, 3_999_999),
  chartOf4MiB: padded(chart, 4_194_304),
  maskBelow4MB: padded(mask, 3_999_999),
  maskOf4MiB: padded(mask, 4_194_304),
  squareBelow25MB: padded(square, 24_999_999),
  squareOf25MiB: padded(square, 26_214_400),
  jpegOf5MB: made('picture.jpeg padded to 5 MB', () => paddedJpeg(bytesOf('picture.jpeg'), 5_000_000)),
  webpOf5MB: made('picture.webp padded to 5 MB', () =>
    paddedWebp(bytesOf('picture.webp'), 5_000_000, { width: 256, height: 256 }),
  ),
  flat: fixture('flat.png'),
} as const satisfies Record<string, Upload>

function fixture(name: string): Upload {
  return made(name, file(name).bytes)
}

/** A file of the folder. By itself, it is read but not decoded, since some are only uploaded in an altered form. */
function file(name: string): Pick<Upload, 'name' | 'bytes'> {
  return { name, bytes: memoized(() => bytesOf(name)) }
}

function firstHalfOf(name: string): Upload {
  return made(`the first half of ${name}`, () => {
    const whole = bytesOf(name)
    return whole.subarray(0, whole.length / 2)
  })
}

function padded({ name, bytes }: Pick<Upload, 'name' | 'bytes'>, length: number): Upload {
  return made(`${name} padded to ${counted(length, 'byte')}`, () => paddedPieces(inOnePiece(bytes()), length))
}

/** Describes a file. Computes its facts if they are not committed yet. */
function made(name: string, bytes: () => Bytes): Upload {
  return { name, bytes, facts: committed[name] ?? imageFacts(inOnePiece(bytes())) }
}

function bytesOf(name: string): Uint8Array {
  return readFileSync(new URL(name, folder))
}

function memoized<Value>(make: () => Value): () => Value {
  let value: { readonly of: Value } | undefined
  return () => {
    value ??= { of: make() }
    return value.of
  }
}

/** Returns the expected text of `facts.json`. */
export function freshFactsText(): string {
  const all = Object.values<Upload>(uploads).map(({ name, bytes }) => [name, imageFacts(inOnePiece(bytes()))])
  return `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`
}
