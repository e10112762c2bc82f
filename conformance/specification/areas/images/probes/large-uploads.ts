import type { RecordedRequest } from '../../../../core/model/exchange.ts'
import type { Probe } from '../../../../core/model/plan.ts'
import { fileIn } from '../file-facts.ts'
import { edit, variation } from '../operations.ts'
import { type Upload, uploads } from '../uploads.ts'

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
      yield* oneByOne([uploads.chartBelow4MB, uploads.chartOf4MiB], (upload) =>
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

/** Sends large files that break no rule (section 8), and many of them. */
export const manyAndLarge: readonly Probe[] = [
  {
    ...accepted('images.edit-model-multi-large-formats', [
      'images.edit-image-jpeg-accepted',
      'images.edit-image-webp-accepted',
    ]),
    purpose: 'A JPEG and a WEBP of 5 MB each and a PNG of 4096 x 4096 pixels are accepted.',
    capability: 'multi-image',
    *steps() {
      yield [multiEdit(uploads.jpegOf5MB, uploads.webpOf5MB, uploads.flat)]
    },
  },
  {
    // "Several" may mean fewer, so a rejection is not judged (interpretation I5).
    ...accepted('images.edit-model-multi-six-images', []),
    purpose: 'The images for an edit of six are as requested.',
    capability: 'multi-image',
    *steps() {
      const { square, chart, portrait, glass, scroll, banner } = uploads
      yield [multiEdit(square, chart, portrait, glass, scroll, banner)]
    },
  },
  {
    ...accepted('images.edit-model-multi-second-large', ['images.edit-several-images-accepted']),
    purpose: 'A second image of just under 25 MB is accepted.',
    capability: 'multi-image',
    *steps() {
      yield [multiEdit(uploads.square, uploads.squareBelow25MB)]
    },
  },
]

function accepted(id: string, aims: readonly string[]) {
  return {
    id,
    operation: 'images.edit',
    profile: 'standard',
    aims,
    requests: 1,
    cost: { calls: 0, images: 1 },
  } as const
}

function multiEdit(...files: readonly Upload[]): RecordedRequest {
  return edit.write({ body: { ...multi, image: files.map((file) => fileIn('image[]', file)) } })
}

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
