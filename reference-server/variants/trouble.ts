import { otherDetails } from './oddities/content-answers.ts'
import { busyNowAndThen, localised, refusesOpen } from './oddities/everywhere.ts'
import { breaksOff } from './oddities/transport.ts'
import type { Variant } from './variant.ts'

/** How requests are refused or not served. */
const variants: readonly Variant[] = [
  {
    id: 'busy',
    name: 'is busy now and then',
    permittedBy: 'G10, G11, G12',
    areas: ['token-usage', 'content-generation', 'messages'],
    instead: busyNowAndThen,
  },
  {
    id: 'connection-lost',
    name: 'loses the connection in the middle of every fifth reply',
    permittedBy: 'G11',
    areas: ['token-usage', 'messages'],
    oddities: [breaksOff(5)],
  },
  {
    id: 'refuses-open-ground',
    name: 'refuses everything that is open',
    permittedBy: 'G16 and every other x-open',
    areas: ['messages'],
    instead: refusesOpen,
  },
  {
    id: 'refusals-in-another-language',
    name: 'explains refusals in another language, in bodies with and without details',
    permittedBy: 'section 7, C3',
    areas: ['content-generation', 'messages'],
    oddities: [localised, otherDetails],
  },
]
export default variants
