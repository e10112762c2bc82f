import type { Endpoint } from '../../../conformance/core/model/vocabulary.ts'
import { isObject } from '../../../schemas/json.ts'
import type { IncomingRequest } from '../../incoming-request.ts'
import { pick } from '../../model/random.ts'
import type { DrawTrigger } from './trigger.ts'
import { valuesAt } from './trigger.ts'

/** A property of an uploaded picture, from its facts. */
interface Property {
  readonly words: string
  readonly isOf: (facts: Readonly<Record<string, unknown>>) => boolean
  /** The operation that certainly accepts such a picture, if only one does. */
  readonly onlyOn?: Endpoint
}

export const pictureTrigger: DrawTrigger = (random, on) => {
  if (!withUploads.includes(on)) return undefined
  const { words, isOf } = pick(
    random,
    properties.filter(({ onlyOn = on }) => onlyOn === on),
  )
  const holds = (request: IncomingRequest): boolean =>
    valuesAt(request, '/body/image/*').some((facts) => isObject(facts) && isOf(facts))
  return { class: 'picture', words: `a picture ${words}`, holds }
}

const withUploads: readonly Endpoint[] = ['images.edit', 'images.variation']

function fact(name: string, value: unknown, words: string): Property {
  return { words, isOf: (facts) => facts[name] === value }
}

function size(words: string, isSuch: (width: number, height: number) => boolean): Property {
  return { words, isOf: ({ width, height }) => Number(width) > 0 && isSuch(Number(width), Number(height)) }
}

const properties: readonly Property[] = [
  fact('colorType', 0, 'is a PNG in grey'),
  fact('colorType', 2, 'is a PNG in color without alpha'),
  fact('colorType', 3, 'is a PNG with a palette'),
  fact('colorType', 4, 'is a PNG in grey with alpha'),
  fact('bitDepth', 1, 'is a PNG of 1 bit'),
  fact('bitDepth', 4, 'is a PNG of 4 bits'),
  fact('bitDepth', 16, 'is a PNG of 16 bits'),
  fact('isInterlaced', true, 'is an interlaced PNG'),
  fact('alpha', 'none', 'has no alpha channel'),
  { ...fact('alpha', 'opaque', 'has an opaque alpha channel'), onlyOn: 'images.variation' },
  fact('alpha', 'partial', 'is translucent and nowhere transparent'),
  size('is at most 16 pixels wide', (width) => width <= 16),
  size('is at least 1000 pixels wide', (width) => width >= 1000),
  size('has an odd width', (width) => width % 2 === 1),
  { words: 'has more than 1 MB', isOf: ({ bytes }) => Number(bytes) > 2 ** 20 },
  { ...size('is wider than high', (width, height) => width > height), onlyOn: 'images.edit' },
  { ...size('is higher than wide', (width, height) => width < height), onlyOn: 'images.edit' },
  { ...fact('format', 'webp', 'is a WebP'), onlyOn: 'images.edit' },
  { ...fact('format', 'jpeg', 'is a JPEG'), onlyOn: 'images.edit' },
]
