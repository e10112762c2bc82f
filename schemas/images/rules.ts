import type { Rule, RuleFinding } from '../rules.ts'

/** The rules of this area that a schema cannot say. */
export const imageRules: Readonly<Record<string, Rule>> = {
  'mask-as-large-as-image': maskAsLargeAsImage,
}

/** Section 2.2: the mask has the size of the image, of the first where there are several. Silent where one cannot be measured. */
function maskAsLargeAsImage(value: unknown): readonly RuleFinding[] {
  const { image, mask } = membersOf(value)
  const expected = sizeOf(Array.isArray(image) ? image[0] : undefined)
  const actual = sizeOf(mask)
  if (expected === undefined || actual === undefined || expected === actual) return []
  const message = `the mask is ${actual}, the image ${expected}`
  return [{ pointer: '/mask', requirement: 'images.edit-mask-size-refused', message, expected, actual }]
}

function sizeOf(file: unknown): string | undefined {
  const { width, height } = membersOf(file)
  return isLength(width) && isLength(height) ? `${width}x${height}` : undefined
}

function isLength(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) > 0
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
