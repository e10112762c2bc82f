import type { RecordedRequest } from '../../../model/exchange.ts'
import type { Probe } from '../../../model/plan.ts'
import { fileIn } from '../file-facts.ts'
import { edit, variation } from '../operations.ts'
import { uploads } from '../uploads.ts'

const small = { size: '256x256' } as const
const named = { ...small, prompt: 'make the sky green', model: 'image-model-1' } as const
const multi = { prompt: 'make the sky green', model: 'image-model-multi', quality: 'low' } as const
const square = [fileIn('image', uploads.square)]

/** Sends a file just within and one just beyond each limit. The first is the control request of the second. */
export const largeUploads: readonly Probe[] = [
  {
    ...pair('images.edit-large-image', 'images.edit', [
      'images.edit-image-4-mb-accepted',
      'images.edit-image-beyond-rejected',
    ]),
    *steps() {
      yield* oneByOne([uploads.squareBelow4MB, uploads.squareOf4MiB], (upload) =>
        edit.write({ body: { ...named, image: [fileIn('image', upload)] } }),
      )
    },
  },
  {
    ...pair('images.edit-large-mask', 'images.edit', [
      'images.edit-mask-4-mb-accepted',
      'images.edit-mask-beyond-rejected',
    ]),
    *steps() {
      yield* oneByOne([uploads.maskBelow4MB, uploads.maskOf4MiB], (upload) =>
        edit.write({ body: { ...named, image: square, mask: fileIn('mask', upload) } }),
      )
    },
  },
  {
    ...pair('images.variation-large-image', 'images.variation', [
      'images.variation-image-4-mb-accepted',
      'images.variation-image-beyond-rejected',
    ]),
    *steps() {
      yield* oneByOne([uploads.squareBelow4MB, uploads.squareOf4MiB], (upload) =>
        variation.write({ body: { ...small, image: [fileIn('image', upload)] } }),
      )
    },
  },
  {
    ...pair('images.edit-model-multi-large-image', 'images.edit', [
      'images.edit-model-multi-image-25-mb-accepted',
      'images.edit-model-multi-image-beyond-rejected',
    ]),
    capability: 'multi-image',
    *steps() {
      yield* oneByOne([uploads.squareBelow25MB, uploads.squareOf25MiB], (upload) =>
        edit.write({ body: { ...multi, image: [fileIn('image', upload)] } }),
      )
    },
  },
]

function pair(id: string, operation: Probe['operation'], aims: readonly string[]) {
  const purpose = 'A file up to the limit is accepted; a larger one is rejected.'
  return { id, operation, purpose, profile: 'standard', aims, requests: 2, cost: { calls: 0, images: 1 } } as const
}

/** Yields requests one by one, so that only one file is in memory at a time. */
function* oneByOne<T>(
  all: readonly T[],
  write: (one: T) => RecordedRequest,
): Generator<readonly RecordedRequest[], void> {
  for (const one of all) yield [write(one)]
}
