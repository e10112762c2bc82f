import { itemsOf, type Members, membersOf } from '../../../../schemas/json.ts'
import type { Random } from '../../../core/model/arbitraries.ts'
import type { Endpoint } from '../../../core/model/vocabulary.ts'
import { type FileFacts, fileIn } from './file-facts.ts'
import { type Upload, uploads } from './uploads.ts'

/** The files of one request. */
export interface Files {
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
export function fileChoices(body: Members, random: Random, operation: Endpoint): readonly Files[] {
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
export function withSuitableFiles(body: Members, random: Random, operation: Endpoint): Members {
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
