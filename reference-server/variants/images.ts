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
  {
    id: 'images-behind-the-key',
    name: 'shows its pictures only to those who bring a key',
    permittedBy: 'I10',
    areas: ['images'],
    instead: images.guardsPictures,
  },
  {
    id: 'images-moved-and-packed',
    name: 'redirects to its pictures and packs them',
    permittedBy: 'I10, RFC 9110 sections 8.4 and 15.4',
    areas: ['images'],
    instead: images.movesPictures,
    oddities: [images.packsPictures],
  },
  {
    id: 'images-elsewhere',
    name: 'keeps its pictures on another host',
    permittedBy: 'I11',
    areas: ['images'],
    oddities: [images.picturesElsewhere],
  },
]
export default variants
