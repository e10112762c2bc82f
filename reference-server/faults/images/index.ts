import type { Fault } from '../fault.ts'
import { imageContentFaults } from './content.ts'
import { fetchedImageFaults } from './fetched.ts'
import { imageFaultsInPart } from './in-part.ts'
import { overlookingImages, rememberingImages } from './overlooked.ts'
import { rejectingImages } from './rejecting.ts'
import { imageRejectionFaults } from './rejection.ts'
import { imageReplyFaults } from './reply.ts'

const images: readonly Fault[] = [
  ...imageContentFaults,
  ...fetchedImageFaults,
  ...imageFaultsInPart,
  ...imageReplyFaults,
  ...imageRejectionFaults,
  ...overlookingImages,
  ...rememberingImages,
  ...rejectingImages,
]
export default images
