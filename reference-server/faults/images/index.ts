import type { Fault } from '../fault.ts'
import { fetchedImageFaults, imageContentFaults, imageFaultsInPart } from './content.ts'
import { imageRejectionFaults, overlookingImages, rejectingImages, rememberingImages } from './rejection.ts'
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
