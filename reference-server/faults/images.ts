import type { Fault } from './fault.ts'
import { imageContentFaults } from './images-content.ts'
import { fetchedImageFaults } from './images-fetched.ts'
import { imageFaultsInPart } from './images-in-part.ts'
import { overlookingImages } from './images-overlooked.ts'
import { imageRefusalFaults } from './images-refusal.ts'
import { refusingImages } from './images-refusing.ts'
import { imageReplyFaults } from './images-reply.ts'

const images: readonly Fault[] = [
  ...imageContentFaults,
  ...fetchedImageFaults,
  ...imageFaultsInPart,
  ...imageReplyFaults,
  ...imageRefusalFaults,
  ...overlookingImages,
  ...refusingImages,
]
export default images
