import { fromSchemas } from '../../from-schemas.ts'
import { credentials } from './credentials.ts'
import { fetchedImages } from './fetched-images.ts'
import { imageContent } from './image-content.ts'
import { observations } from './observations.ts'
import { responseFormat } from './response-format.ts'
import { transport } from './transport.ts'
import { usage } from './usage.ts'
import { wholeRequests } from './whole-requests.ts'

/** All requirements about images. */
export const requirements = [
  ...wholeRequests,
  ...fromSchemas('images'),
  ...transport,
  ...responseFormat,
  ...imageContent,
  ...fetchedImages,
  ...usage,
  ...credentials,
  ...observations,
] as const
