import { manyLines, oldMac, unnamed, windows } from './quirks/framings.ts'
import { framed } from './quirks/streams.ts'
import { chunked } from './quirks/transport.ts'
import type { Variant } from './variant.ts'

/** The framing of events in streams. */
const variants: readonly Variant[] = [
  {
    id: 'framing-crlf',
    name: 'frames events with CRLF, a byte order mark, comments, id and retry lines',
    permittedBy: 'S3',
    areas: ['content-generation', 'messages'],
    quirks: [framed(windows), chunked(2)],
  },
  {
    id: 'framing-cr',
    name: 'frames events with CR alone and three blank lines',
    permittedBy: 'S3',
    areas: ['content-generation', 'messages'],
    quirks: [framed(oldMac)],
  },
  {
    id: 'framing-many-lines',
    name: 'spreads each payload over many data lines among unknown fields',
    permittedBy: 'S3',
    areas: ['content-generation', 'messages'],
    quirks: [framed(manyLines)],
  },
  {
    id: 'framing-unnamed',
    name: 'writes no event lines but blank ones, and comments after the end',
    permittedBy: 'S3, section 6',
    areas: ['content-generation', 'messages'],
    quirks: [framed(unnamed)],
  },
]
export default variants
