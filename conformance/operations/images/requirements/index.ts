import { credentials } from './credentials.ts'
import { editAccepts } from './edit-accepts.ts'
import { editFileRefuses } from './edit-file-refuses.ts'
import { editMultiAccepts } from './edit-multi-accepts.ts'
import { editRefuses } from './edit-refuses.ts'
import { fetchedImages } from './fetched-images.ts'
import { generateAccepts } from './generate-accepts.ts'
import { generateRefuses } from './generate-refuses.ts'
import { imageContent } from './image-content.ts'
import { observations } from './observations.ts'
import { replyShape } from './reply-shape.ts'
import { responseFormat } from './response-format.ts'
import { transport } from './transport.ts'
import { usage } from './usage.ts'
import { variationAccepts } from './variation-accepts.ts'
import { variationRefuses } from './variation-refuses.ts'

/** Every sentence about images. */
export const requirements = [
  ...generateAccepts,
  ...generateRefuses,
  ...editAccepts,
  ...editMultiAccepts,
  ...editRefuses,
  ...editFileRefuses,
  ...variationAccepts,
  ...variationRefuses,
  ...transport,
  ...replyShape,
  ...responseFormat,
  ...imageContent,
  ...fetchedImages,
  ...usage,
  ...credentials,
  ...observations,
] as const
