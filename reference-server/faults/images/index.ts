import type { RequirementId } from '../../../conformance/specification/catalogue.ts'
import type { IncomingRequest } from '../../incoming-request.ts'
import { jsonReply, type Reply } from '../../reply.ts'
import { withStatus } from '../../transport-alterations.ts'
import {
  admits,
  type FaultOverrides,
  overlooks,
  overlooksEach,
  rejectsCombination,
  rejectsEach,
  rejectsPlain,
  rejectsSpelling,
  remembersKey,
} from '../families.ts'
import { breaking, type Fault } from '../fault.ts'
import { fetchedImageFaults, imageContentFaults, imageFaultsInPart } from './content.ts'
import { imageReplyFaults } from './reply.ts'

/** Servers that detect an invalid request and answer in a way that does not count as a rejection. */
const imageRejectionFaults: readonly Fault[] = [
  breaking('images-key-in-header-only', ['images.key-as-bearer'], (reply, { endpoint, presented }) =>
    endpoint.startsWith('images.') && presented.kind === 'key' && presented.place === 'bearer'
      ? jsonReply(401, { error: { message: 'No key was sent.' } })
      : reply,
  ),
  answering('images-500-for-a-missing-prompt', 'images.generate-prompt-missing-rejected', withStatus(500)),
  answering('images-500-for-a-broken-file', 'images.variation-image-damaged-rejected', withStatus(500)),
  answering('images-empty-success', 'images.edit-prompt-missing-rejected', () =>
    jsonReply(200, { created: 0, data: [] }),
  ),
]

/** Alters the response to requests that violate only one requirement. */
function answering(id: string, requirement: RequirementId, alter: (reply: Reply) => Reply): Fault {
  return breaking(id, [requirement], (reply, { validation }) => {
    const isMeant =
      validation.violations.length > 0 && validation.violations.every((one) => one.requirement === requirement)
    return isMeant && reply.status === 400 ? alter(reply) : reply
  })
}

const asking = (endpoint: IncomingRequest['endpoint']) => (request: IncomingRequest) => request.endpoint === endpoint

/** Enforces a rule of edits on variations. */
const wantsTransparency: Fault = {
  id: 'images-variation-wants-transparency',
  // Others with only the required members are accepted, so the picture is the difference (interpretation G2).
  breaks: ['images.variation-combinations-accepted'],
  reject: ({ endpoint, validation, value }) =>
    endpoint === 'images.variation' && validation.violations.length === 0 && alphaOf(value.body) === 'none',
}

function alphaOf(body: unknown): unknown {
  const { image } = Object(body) as { readonly image?: readonly { readonly alpha?: unknown }[] }
  return image?.[0]?.alpha
}

/** The facts of an uploaded file that the rejection of large files depends on. */
interface UploadedFile {
  readonly format?: unknown
  readonly width?: number
  readonly bytes?: number
}

/** Makes a server that rejects valid requests with such files, which no rule forbids (section 8). */
function rejectsFiles(
  id: string,
  endpoint: 'images.edit' | 'images.variation',
  isRejected: (files: readonly UploadedFile[]) => boolean,
): Fault {
  return {
    id,
    breaks: [`${endpoint}-combinations-accepted`],
    reject: ({ endpoint: own, validation, value }) => {
      const { image = [] } = Object(value.body) as { readonly image?: readonly UploadedFile[] }
      return own === endpoint && validation.violations.length === 0 && isRejected(image)
    },
  }
}

const largeFiles: readonly Fault[] = [
  rejectsFiles('images-edit-rejects-large-jpeg', 'images.edit', (files) =>
    files.some(({ format, bytes = 0 }) => format === 'jpeg' && bytes > 4_194_304),
  ),
  rejectsFiles('images-edit-rejects-large-webp', 'images.edit', (files) =>
    files.some(({ format, bytes = 0 }) => format === 'webp' && bytes > 4_194_304),
  ),
  rejectsFiles('images-edit-rejects-second-large', 'images.edit', ([, second]) => (second?.bytes ?? 0) > 20_000_000),
  rejectsFiles('images-edit-rejects-many-pixels', 'images.edit', (files) =>
    files.some(({ width = 0 }) => width > 2048),
  ),
  rejectsFiles('images-variation-rejects-many-pixels', 'images.variation', (files) =>
    files.some(({ width = 0 }) => width > 2048),
  ),
]

const rejectingImages: readonly Fault[] = [
  wantsTransparency,
  ...largeFiles,
  ...rejectsEach('images'),
  rejectsPlain('images.generate-plain-request-accepted', asking('images.generate')),
  rejectsPlain('images.edit-plain-request-accepted', asking('images.edit')),
  rejectsPlain('images.variation-plain-request-accepted', asking('images.variation')),
  rejectsCombination('images.generate-combinations-accepted', asking('images.generate')),
  rejectsSpelling('images.json-spelling-accepted', asking('images.generate')),
  // These sizes, formats and prompts require a model and a quality. A target that rejects every three features rejects
  // them too.
  {
    ...rejectsCombination('images.edit-combinations-accepted', asking('images.edit')),
    breaksByChance: [
      'images.edit-image-jpeg-accepted',
      'images.edit-image-webp-accepted',
      'images.edit-model-multi-prompt-32000-accepted',
      'images.edit-model-multi-size-1024x1024-accepted',
      'images.edit-model-multi-size-1024x1536-accepted',
      'images.edit-model-multi-size-1536x1024-accepted',
      'images.edit-model-multi-size-auto-accepted',
    ],
  },
  rejectsCombination('images.variation-combinations-accepted', asking('images.variation')),
]

/**
 * Rules that a server cannot overlook alone. A server that accepts other files also accepts a damaged WEBP: no decoder
 * finds an image in it, and its first bytes are not those of a PNG. A body without parts contains no image either.
 */
const together: FaultOverrides = {
  'images.edit-image-kind-rejected': (id) => overlooksWith(id, 'images.edit-image-not-png-rejected'),
  'images.variation-image-kind-rejected': (id) => overlooksWith(id, 'images.variation-image-not-png-rejected'),
  'images.variation-image-missing-rejected': (id) => overlooksWith(id, 'images.variation-malformed-form-rejected'),
}

function overlooksWith(id: RequirementId, other: RequirementId): Fault {
  return { ...overlooks(id), breaks: [id, other] }
}

/** Servers that accept requests that they must reject. */
export const overlookingImages: readonly Fault[] = [
  ...overlooksEach('images', together),
  admits('images.generate-missing-credential-rejected', 'missing', asking('images.generate')),
  admits('images.generate-invalid-credential-rejected', 'unknown', asking('images.generate')),
  admits('images.generate-not-bearer-rejected', 'other-scheme', asking('images.generate')),
  admits('images.edit-missing-credential-rejected', 'missing', asking('images.edit')),
  admits('images.edit-invalid-credential-rejected', 'unknown', asking('images.edit')),
  admits('images.edit-not-bearer-rejected', 'other-scheme', asking('images.edit')),
  admits('images.variation-missing-credential-rejected', 'missing', asking('images.variation')),
  admits('images.variation-invalid-credential-rejected', 'unknown', asking('images.variation')),
  admits('images.variation-not-bearer-rejected', 'other-scheme', asking('images.variation')),
]

/** Servers that check the key only once on each connection. */
const rememberingImages: readonly Fault[] = (['generate', 'edit', 'variation'] as const).map((name) =>
  remembersKey(
    `images-${name}-key-of-connection`,
    [
      `images.${name}-missing-credential-rejected`,
      `images.${name}-invalid-credential-rejected`,
      `images.${name}-not-bearer-rejected`,
    ],
    [`images.${name}`],
  ),
)

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
