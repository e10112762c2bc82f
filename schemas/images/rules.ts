import { type Members, membersOf } from '../json.ts'
import type { Rule, RuleFinding } from '../rules.ts'
import type { SentenceOfRule } from '../sentences.ts'

/** The rules of this area that a schema cannot express. */
export const imageRules: Readonly<Record<string, Rule>> = {
  'mask-as-large-as-image': maskAsLargeAsImage,
}

/**
 * Reports a mask whose size differs from that of the image, or of the first of several (section 2.2). Reports nothing
 * if one cannot be measured.
 */
function maskAsLargeAsImage(value: unknown): readonly RuleFinding[] {
  const { image, mask } = membersOf(value)
  const first = membersOf(Array.isArray(image) ? image[0] : undefined)
  const expected = sizeOf(first)
  const actual = sizeOf(membersOf(mask))
  if (expected === undefined || actual === undefined || expected === actual) return []
  // A JPEG may have an orientation. Its size then depends on whether the reader rotates it.
  if (first['format'] === 'jpeg') return [{ pointer: '/mask', open: 'I7', message: 'the image may need rotation' }]
  const message = `the mask is ${actual} and the image ${expected}`
  return [{ pointer: '/mask', requirement: 'images.edit-mask-size-rejected', message, expected, actual }]
}

function sizeOf({ width, height }: Members): string | undefined {
  return isLength(width) && isLength(height) ? `${width}x${height}` : undefined
}

function isLength(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) > 0
}

export const imageSentences: readonly SentenceOfRule[] = [
  {
    area: 'images',
    group: 'edit',
    keyword: 'x-requirement',
    file: 'images/rules.ts',
    sentence: {
      id: 'images.edit-mask-size-rejected',
      interpretation: 'I7',
      says: 'A mask that does not have the size of the image is rejected.',
    },
  },
]
