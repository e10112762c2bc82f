import { itemsOf, member, numberOf } from '../../../../schemas/json.ts'
import type { RequestTrait, TraitRequest } from '../../../core/model/request-trait.ts'
import { traitsOf } from '../traits.ts'

const withFiles = ['images.edit', 'images.variation'] as const
const all = ['images.generate', ...withFiles] as const

function filesOf({ value }: TraitRequest): readonly unknown[] {
  return itemsOf(member(value.body, 'image'))
}

function bytesOf(file: unknown): number {
  return numberOf(member(file, 'bytes')) ?? 0
}

function hasFile(isWanted: (file: unknown) => boolean): RequestTrait['has'] {
  return (one) => filesOf(one).some(isWanted)
}

function isLarge(format: string): (file: unknown) => boolean {
  return (file) => member(file, 'format') === format && bytesOf(file) >= 5_000_000
}

export const imagesTraits: readonly RequestTrait[] = [
  ...traitsOf('sizes', withFiles, {
    'a file just below its limit': hasFile((file) => bytesOf(file) === 3_999_999 || bytesOf(file) === 24_999_999),
    'a PNG of 4096 x 4096 pixels': hasFile((file) => numberOf(member(file, 'width')) === 4096),
  }),
  ...traitsOf('sizes', ['images.edit'], {
    'a JPEG of 5 MB': hasFile(isLarge('jpeg')),
    'a WEBP of 5 MB': hasFile(isLarge('webp')),
    'six files': (one) => filesOf(one).length === 6,
    'a second file just below its limit': (one) => bytesOf(filesOf(one)[1]) === 24_999_999,
  }),
  ...traitsOf('shown by replies', all, {
    'pictures by URL, fetched twice': ({ value }) => {
      const format = member(value.body, 'response_format')
      return format === undefined || format === 'url'
    },
  }),
]
