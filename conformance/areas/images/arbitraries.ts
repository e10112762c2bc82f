import { itemsOf, type Members } from '../../../schemas/json.ts'
import type { AreaArbitraries, Override, Random } from '../../model/arbitraries.ts'
import { type FileFacts, fileIn } from './file-facts.ts'
import { imagesPieces } from './pieces.ts'
import { uploads } from './uploads.ts'

/**
 * Squares with transparent pixels in every colour type and depth, and pictures that need a mask, another model, or a
 * variation. They are few, since each request for a variation takes one.
 */
const squares = [
  ...[uploads.tiny, uploads.deep, uploads.grey, uploads.wide],
  ...[uploads.bits1, uploads.bits4, uploads.interlaced, uploads.translucent],
]
const others = [
  ...[uploads.opaque, uploads.plainGrey, uploads.plainDeep],
  ...[uploads.webp, uploads.jpeg, uploads.oblong, uploads.broad],
]

const images: Override = ({ random }) => {
  const count = random.pick([1, 1, 1, 2, 3, 4])
  const field = count > 1 ? 'image[]' : 'image'
  return Array.from({ length: count }, () => fileIn(field, random.pick(random.chance(60) ? squares : others)))
}

/** Draws a small number of pictures most of the time, because each one is billed. */
const count: Override = ({ random, own }) =>
  random.chance(65) ? 1 : random.chance(70) ? random.pick([2, 2, 3]) : own()

/** Gives the first picture the size of its mask, and selects a model that accepts several pictures if there are several. */
function arrangeEdit(body: Members, random: Random): Members {
  const result: Record<string, unknown> = { ...body }
  const [first, ...others] = itemsOf(body['image'])
  if (others.length > 0 && random.chance(50)) result['model'] = 'image-model-multi'
  if (body['mask'] !== undefined) {
    const { field } = first as FileFacts
    result['image'] = [fileIn(field, random.pick([uploads.opaque, uploads.square])), ...others]
    result['mask'] = fileIn('mask', uploads.mask)
  }
  if (result['model'] === 'image-model-multi') result['quality'] = random.pick(['low', 'medium', 'high'])
  else {
    // Without a model, only one quality is valid, and a random draw rarely hits it.
    if (result['model'] === undefined && random.chance(75)) result['quality'] = 'standard'
    result['image'] = itemsOf(result['image'])
      .slice(0, 1)
      .map((file) => ({ ...(file as object), field: 'image' }))
  }
  return result
}

/** Takes one square picture, because a variation accepts nothing else. */
function arrangeVariation(body: Members, random: Random): Members {
  const files = body['image'] as readonly Members[]
  const isFitting = files.length === 1 && squares.some(({ facts }) => facts.digest === files[0]?.['digest'])
  return isFitting ? body : { ...body, image: [fileIn('image', random.pick(squares))] }
}

/**
 * The maximum length of a prompt by model (section 8). The schemas only judge the length of ASCII (interpretation G6).
 */
const longestPrompt: Readonly<Record<string, number>> = { 'image-model-2': 4000, 'image-model-multi': 32000 }

function shortened(body: Members): Members {
  const { prompt, model } = body
  const longest = longestPrompt[String(model)] ?? 1000
  return typeof prompt === 'string' && prompt.length > longest ? { ...body, prompt: cut(prompt, longest) } : body
}

/** Cuts a text to a maximum number of UTF-16 units without splitting a character. */
function cut(text: string, longest: number): string {
  const end = (text.codePointAt(longest - 1) ?? 0) > 0xffff ? longest - 1 : longest
  return text.slice(0, end)
}

/** Constraints on image requests that their schemas cannot express. */
export const imagesArbitraries: AreaArbitraries = {
  pieces: imagesPieces,
  provoking: [
    { id: 'two pictures in base64', body: { n: 2, size: '256x256', response_format: 'b64_json' } },
    { id: 'two pictures by address', body: { n: 2, size: '256x256' } },
    { id: 'a small picture of the smaller model', body: { model: 'image-model-1', size: '256x256' } },
    { id: 'a picture of the larger model', body: { model: 'image-model-2' }, on: ['images.generate'] },
    {
      id: 'an edit of the model that takes several',
      body: { model: 'image-model-multi', quality: 'low' },
      on: ['images.edit'],
      capability: 'multi-image',
    },
  ],
  places: {
    '/header': () => undefined,
    '/body/n': count,
    '/body/image': images,
    // With a mask, the first picture has the size of the mask, so most requests go without.
    '/body/mask': ({ random }) => (random.chance(40) ? fileIn('mask', uploads.mask) : undefined),
  },
  arrange: (value, random, operation) => {
    const body = shortened(value.body as Members)
    if (operation === 'images.edit') return { ...value, body: arrangeEdit(body, random) }
    return { ...value, body: operation === 'images.variation' ? arrangeVariation(body, random) : body }
  },
}
