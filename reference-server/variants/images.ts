import { busyNowAndThen, unknownMembers } from './quirks/everywhere.ts'
import * as images from './quirks/images.ts'
import { inOppositeOrder, withSlashesEscaped } from './quirks/json.ts'
import { breaksOff, chunked, declaresJson, encodes, namesHeaders, succeedsWith } from './quirks/transport.ts'
import type { Variant } from './variant.ts'

/** The form of image replies. */
const variants: readonly Variant[] = [
  {
    id: 'images-full-of-nulls',
    name: 'writes null for every absent image member, milliseconds, more members than listed, and 201',
    permittedBy: 'G1, G3, G5, I9, I12',
    areas: ['images'],
    quirks: [images.fullOfNulls, succeedsWith(201)],
  },
  {
    id: 'images-refusals-of-its-own',
    name: 'always says how the prompt was revised, and rejects with any 4xx and any body',
    permittedBy: 'I1, I2, 2.4',
    areas: ['images'],
    quirks: [images.alwaysRevised, images.rejectsItsOwnWay],
    instead: images.cutsUploads,
  },
  {
    id: 'images-behind-the-key',
    name: 'serves its images only with a key',
    permittedBy: 'I10',
    areas: ['images'],
    instead: images.guardsPictures,
  },
  {
    id: 'images-moved-and-packed',
    name: 'redirects to its images and compresses them',
    permittedBy: 'I10, RFC 9110 sections 8.4 and 15.4',
    areas: ['images'],
    instead: images.movesPictures,
    quirks: [images.packsPictures],
  },
  {
    id: 'images-elsewhere',
    name: 'serves its images from another host',
    permittedBy: 'I11',
    areas: ['images'],
    quirks: [images.picturesElsewhere],
  },
  {
    id: 'images-members-in-opposite-order',
    name: 'writes members in the opposite order, has a clock that is an hour fast, and counts more kinds of tokens',
    permittedBy: 'G1, I12',
    areas: ['images'],
    quirks: [images.fastClockAndMoreCounts, inOppositeOrder],
  },
  {
    id: 'images-escaped-slashes',
    name: 'spreads JSON over many lines and escapes every slash of addresses and base64',
    permittedBy: 'G14, RFC 8259 section 7',
    areas: ['images'],
    quirks: [withSlashesEscaped],
  },
  {
    id: 'images-signed-addresses',
    name: 'signs the URLs of its images in their queries, and spells scheme and host in capitals',
    permittedBy: 'I10, RFC 3986 section 6.2.2.1',
    areas: ['images'],
    quirks: [images.signedAddresses],
  },
  {
    id: 'images-gifs',
    name: 'returns GIFs, which the suite does not decode',
    permittedBy: 'I10',
    areas: ['images'],
    quirks: [images.gifsInBase64, images.gifsAtAddresses],
  },
  {
    id: 'images-unknown-members',
    name: 'adds unknown members to every object',
    permittedBy: 'G1',
    areas: ['images'],
    quirks: unknownMembers.slice(0, 1),
  },
  {
    id: 'images-encoded-in-chunks',
    name: 'encodes bodies in turn, sends them in chunks, and spells header names in capitals',
    permittedBy: 'RFC 9110 sections 5.1 and 8.4, RFC 9112 section 7.1',
    areas: ['images'],
    quirks: [encodes('gzip', 'br', 'deflate', 'identity'), chunked(1000), namesHeaders((name) => name.toUpperCase())],
  },
  {
    id: 'images-202-as-vendor-json',
    name: 'answers 202, declares replies as vendor JSON and errors as problem JSON',
    permittedBy: 'G3, G14, I1',
    areas: ['images'],
    quirks: [
      succeedsWith(202),
      declaresJson('application/problem+json', ({ status }) => status >= 400),
      declaresJson('Application/Vnd.Gateway+JSON;v=2', ({ status }) => status < 400),
    ],
  },
  {
    id: 'images-busy',
    name: 'is busy now and then',
    permittedBy: 'G10, G11, G12',
    areas: ['images'],
    instead: busyNowAndThen,
  },
  {
    id: 'images-connection-lost',
    name: 'loses the connection in the middle of every seventh reply',
    permittedBy: 'G11',
    areas: ['images'],
    quirks: [breaksOff(7)],
  },
]
export default variants
