import * as images from './oddities/images.ts'
import { succeedsWith } from './oddities/transport.ts'
import type { Variant } from './variant.ts'

/** How images are told of. */
const variants: readonly Variant[] = [
  {
    id: 'images-full-of-nulls',
    name: 'writes null for every image member that is not given, milliseconds, more members than listed, and 201',
    permittedBy: 'G1, G3, G5, I9, I12',
    areas: ['images'],
    oddities: [images.fullOfNulls, succeedsWith(201)],
  },
  {
    id: 'images-refusals-of-its-own',
    name: 'always says how the prompt was revised, and refuses with any 4xx and any body',
    permittedBy: 'I1, I2, 2.4',
    areas: ['images'],
    oddities: [images.alwaysRevised, images.refusesItsOwnWay],
    instead: images.cutsUploads,
  },
]
export default variants
