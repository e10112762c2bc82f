import { itemsOf, type Members, membersOf } from '../../../../schemas/json.ts'
import type { AreaArbitraries, Override, Random, RequestPiece } from '../../../core/model/arbitraries.ts'
import type { Endpoint } from '../../../core/model/vocabulary.ts'
import { decidingImages } from './deciding.ts'
import { type FileFacts, fileIn } from './file-facts.ts'
import { type Upload, uploads } from './uploads.ts'

const long = 'river table '.repeat(2700)

/** A prompt of one character less than the longest one. */
const almost = `${long.slice(0, 31_998)}s`

/** Returns a body for the model that takes several pictures. It needs a parameter of its own (interpretation I5). */
function multi(more: object): RequestPiece {
  return {
    path: '/body',
    value: { prompt: 'A red lantern.', model: 'image-model-multi', quality: 'low', ...more },
    on: ['images.edit'],
  }
}

const image = [fileIn('image', uploads.square)]

/** Returns a body for the larger model, which makes one picture a request. */
function larger(more: object): RequestPiece {
  return {
    path: '/body',
    value: { prompt: 'A lantern.', model: 'image-model-2', n: 1, ...more },
    on: ['images.generate'],
  }
}

/**
 * Bodies whose members depend on one another, so that the schema alone does not give them. Each has several such
 * members, since every request makes a picture.
 */
const imagesPieces: readonly RequestPiece[] = [
  larger({ size: '1792x1024', quality: 'hd', style: 'natural' }),
  larger({ prompt: `${long.slice(0, 3999)}s`, size: '1024x1024', quality: 'standard', style: 'vivid' }),
  { path: '/body', value: { prompt: 'A lantern.', image, quality: 'standard' }, on: ['images.edit'] },
  multi({ image: [fileIn('image', uploads.scroll)], size: '1024x1024' }),
  multi({ image: [fileIn('image', uploads.banner)], size: '1536x1024', prompt: almost }),
  multi({
    image: [fileIn('image[]', uploads.banner), fileIn('image[]', uploads.scroll)],
    size: '1024x1536',
    prompt: almost,
  }),
  multi({ image, prompt: `${long.slice(0, 31_999)}s`, size: 'auto' }),
]

const images: Override = ({ random }) => {
  const count = random.pick([1, 1, 1, 2, 3, 4])
  const field = count > 1 ? 'image[]' : 'image'
  return Array.from({ length: count }, () => fileIn(field, random.pick(pools.several)))
}

/** Draws a small number of pictures most of the time, because each one is billed. */
const count: Override = ({ random, own }) =>
  random.chance(65) ? 1 : random.chance(70) ? random.pick([2, 2, 3]) : own()

/** Selects a model that accepts several pictures if there are several, and a quality that the model knows. */
function arrangeEdit(body: Members, random: Random): Members {
  const result: Record<string, unknown> = { ...body }
  if (itemsOf(body['image']).length > 1 && random.chance(50)) result['model'] = 'image-model-multi'
  if (result['model'] === 'image-model-multi') result['quality'] = random.pick(['low', 'medium', 'high'])
  // Without a model, only one quality is valid, and a random draw rarely hits it.
  else if (result['model'] === undefined && random.chance(75)) result['quality'] = 'standard'
  return result
}

/**
 * The maximum length of a prompt by model (section 8). The schemas only judge the length of ordinary text
 * (interpretation G6).
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
  deciding: decidingImages,
  provoking: [
    { id: 'two pictures in base64', body: { n: 2, size: '256x256', response_format: 'b64_json' } },
    { id: 'two pictures by address', body: { n: 2, size: '256x256', response_format: 'url' } },
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
    '/body/mask': ({ random }) => (random.chance(40) ? fileIn('mask', uploads.mask) : undefined),
  },
  files: fileChoices,
  arrange: (value, random, operation) => {
    const body = shortened(value.body as Members)
    if (operation === 'images.generate') return { ...value, body }
    const consistent = operation === 'images.edit' ? arrangeEdit(body, random) : body
    return { ...value, body: withSuitableFiles(consistent, random, operation) }
  },
}

interface Files {
  readonly image: readonly FileFacts[]
  readonly mask?: FileFacts
}

/** Square PNGs without transparency where that is possible. A variation takes one of them. */
const squares: readonly Upload[] = [
  ...[uploads.dot, uploads.icon, uploads.chart],
  ...[uploads.portrait, uploads.glass, uploads.largePoster],
]

/** Square PNGs with transparent pixels, which `image-model-1` edits without a mask. */
const transparent: readonly Upload[] = [uploads.square, uploads.tiny, uploads.frame, uploads.largeWindow]

/** Pictures with a mask of their size. */
const masked: readonly (readonly [picture: Upload, mask: Upload])[] = [
  [uploads.dot, uploads.tiny],
  [uploads.icon, uploads.iconMask],
  [uploads.chart, uploads.mask],
  [uploads.portrait, uploads.mask],
  [uploads.largePoster, uploads.largePosterMask],
]

/** Pictures of every format and shape, for the model that takes several. */
const several: readonly Upload[] = [...squares, uploads.scroll, uploads.banner]

/**
 * The pictures that drawn requests upload. A request has few files, so each file combines many properties; a test holds
 * that each pool has all of them.
 */
export const pools = { squares, transparent, masked, several } as const

/** Returns the choices of files that suit the other members of a body. There is a mask if the body has one. */
function fileChoices(body: Members, random: Random, operation: Endpoint): readonly Files[] {
  if (operation === 'images.generate') return []
  if (operation === 'images.variation') return squares.map(alone)
  const hasMask = body['mask'] !== undefined
  if (body['model'] === 'image-model-multi') return listsOf(random, hasMask)
  return hasMask
    ? masked.map(([picture, mask]) => ({ ...alone(picture), mask: fileIn('mask', mask) }))
    : transparent.map(alone)
}

function alone(picture: Upload): Files {
  return { image: [fileIn('image', picture)] }
}

/** The numbers of pictures in one request, and the choices drawn for each. */
const counts = [1, 2, 3, 4] as const
const listsPerCount = 8

/** Draws lists of pictures. The first one has the size of the mask. */
function listsOf(random: Random, hasMask: boolean): readonly Files[] {
  return counts.flatMap((count) => Array.from({ length: listsPerCount }, () => listOf(random, count, hasMask)))
}

function listOf(random: Random, count: number, hasMask: boolean): Files {
  const [first, mask] = random.pick(masked)
  const others = random.shuffled(several).filter((picture) => !hasMask || picture !== first)
  const field = count > 1 ? 'image[]' : 'image'
  const image = (hasMask ? [first, ...others] : others).slice(0, count).map((picture) => fileIn(field, picture))
  return hasMask ? { image, mask: fileIn('mask', mask) } : { image }
}

/** Returns the body with files that suit its other members: its own, or other ones from the pools. */
function withSuitableFiles(body: Members, random: Random, operation: Endpoint): Members {
  const choices = fileChoices(body, random, operation)
  const isSuitable = body['model'] === 'image-model-multi' ? isFromPools(body) : choices.some((one) => isOf(body, one))
  return isSuitable ? body : { ...body, ...random.pick(choices) }
}

function isOf({ image, mask }: Members, files: Files): boolean {
  const own = itemsOf(image)
  const [first] = files.image
  return own.length === 1 && isSameFile(own[0], first) && isSameFile(mask, files.mask)
}

function isFromPools({ image, mask }: Members): boolean {
  const own = itemsOf(image)
  const field = own.length > 1 ? 'image[]' : 'image'
  const known = [...several, ...transparent]
  const areKnown = own.every((file) => known.some((upload) => isSameFile(file, fileIn(field, upload))))
  const isFitting = mask === undefined || masked.some(([picture, one]) => isMasked(own[0], mask, picture, one))
  return own.length > 0 && areKnown && isFitting
}

function isMasked(first: unknown, own: unknown, picture: Upload, mask: Upload): boolean {
  return membersOf(first)['digest'] === picture.facts.digest && isSameFile(own, fileIn('mask', mask))
}

function isSameFile(one: unknown, other: FileFacts | undefined): boolean {
  return membersOf(one)['digest'] === other?.digest && membersOf(one)['field'] === other?.field
}
