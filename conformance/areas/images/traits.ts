import { itemsOf, member, numberOf } from '../../../schemas/json.ts'
import type { RequestTrait, TraitRequest } from '../../model/request-trait.ts'
import { traitsOf } from '../traits.ts'

const withFiles = ['images.edit', 'images.variation'] as const
const all = ['images.generate', ...withFiles] as const

function filesOf({ value }: TraitRequest): readonly unknown[] {
  return itemsOf(member(value.body, 'image'))
}

function bytesOf(file: unknown): number {
  return numberOf(member(file, 'bytes')) ?? 0
}

/** Traits of requests of the images format. */
export const imagesTraits: readonly RequestTrait[] = [
  ...traitsOf('sizes', withFiles, {
    'a picture just below its limit': (one) =>
      filesOf(one).some((file) => bytesOf(file) === 3_999_999 || bytesOf(file) === 24_999_999),
  }),
  ...traitsOf('shown by replies', all, {
    'pictures by URL, fetched twice': ({ value }) => {
      const format = member(value.body, 'response_format')
      return format === undefined || format === 'url'
    },
  }),
]
