import contentGeneration from './content-generation.ts'
import { breaksOff, busyNowAndThen, localised, rejectsOpen } from './everywhere.ts'
import images from './images.ts'
import messages from './messages.ts'
import { otherDetails } from './quirks/content-answers.ts'
import tokenUsage from './token-usage.ts'
import { framingVariants, transportVariants } from './transport.ts'
import { replies, type Variant } from './variant.ts'

export { startVariant, type Variant } from './variant.ts'

const rejectionsAndFailures: readonly Variant[] = [
  {
    id: 'busy',
    name: 'is busy from time to time',
    permittedBy: 'G10, G11, G12',
    areas: ['token-usage', 'content-generation', 'messages'],
    alterations: busyNowAndThen,
  },
  {
    id: 'connection-lost',
    name: 'drops the connection in the middle of every fifth reply',
    permittedBy: 'G11',
    areas: ['token-usage', 'messages'],
    alterations: breaksOff(5),
  },
  {
    id: 'rejects-the-unspecified',
    name: 'rejects everything that is unspecified',
    permittedBy: 'G16 and every other x-unspecified',
    areas: ['messages'],
    alterations: replies(rejectsOpen),
  },
  {
    id: 'rejections-in-another-language',
    name: 'explains rejections in another language, in bodies with and without details',
    permittedBy: 'section 7, C3',
    areas: ['content-generation', 'messages'],
    alterations: replies(localised, otherDetails),
  },
]

/** Gateways that conform to the specification, each with unusual habits. */
export const variants: readonly Variant[] = [
  ...transportVariants,
  ...framingVariants,
  ...rejectionsAndFailures,
  ...images,
  ...tokenUsage,
  ...contentGeneration,
  ...messages,
]
