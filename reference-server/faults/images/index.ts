import type { Fault } from '../fault.ts'
import { imageContentFaults } from './content.ts'
import { fetchedImageFaults } from './fetched.ts'
import { imageFaultsInPart } from './in-part.ts'
import { overlookingImages } from './overlooked.ts'
import { imageRefusalFaults } from './refusal.ts'
import { refusingImages } from './refusing.ts'
import { imageReplyFaults } from './reply.ts'

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
