import type { Violation } from '../../../schemas/index.ts'
import { parametersOf } from '../../images/image-parameters.ts'
import type { IncomingRequest } from '../../incoming-request.ts'
import type { Members } from '../alterations.ts'
import type { Fault } from '../fault.ts'
import { hasUrl, inImages } from './alterations.ts'

/**
 * Defects that only some requests show. Requests for one picture, and comparisons of one side only, never show them.
 */
export const imageFaultsInPart: readonly Fault[] = [
  inImages('images-later-urls-gone', ['images.url-answers'], ({ data, ...reply }) => ({
    ...reply,
    data: imagesIn(data).map((image, index) => (index > 0 && hasUrl(image) ? gone(image) : image)),
  })),
  inImages(
    'images-multi-n-ignored-by-address',
    ['images.count-as-asked'],
    ({ data, ...reply }, request) => ({
      ...reply,
      data: isMultiByAddress(request) ? imagesIn(data).slice(0, 1) : data,
    }),
    ['images.edit'],
  ),
  comparingMasks('images-mask-widths-only', 0),
  comparingMasks('images-mask-heights-only', 1),
]

function imagesIn(data: unknown): readonly Members[] {
  return Array.isArray(data) ? data : []
}

/** Replaces the address with one of this server that has no signature. */
function gone({ url, ...image }: Members): Members {
  return { ...image, url: String(url).replace(/\.png$/, '0.png') }
}

function isMultiByAddress(request: IncomingRequest): boolean {
  const { isMulti, inBase64 } = parametersOf(request)
  return isMulti && !inBase64
}

/** Makes a server that compares only one side of a mask with that of its image: the width (0) or the height (1). */
function comparingMasks(id: string, side: 0 | 1): Fault {
  const isAlike = ({ expected, actual }: Violation) =>
    String(expected).split('x')[side] === String(actual).split('x')[side]
  const requirement = 'images.edit-mask-size-rejected'
  return { id, breaks: [requirement], overlook: (one) => one.requirement === requirement && isAlike(one) }
}
