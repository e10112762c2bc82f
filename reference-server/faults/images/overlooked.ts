import type { RequirementId } from '../../../conformance/catalogue.ts'
import type { IncomingRequest } from '../../incoming-request.ts'
import { admits, type Otherwise, overlooks, overlooksEach, remembersKey } from '../families.ts'
import type { Fault } from '../fault.ts'

/**
 * A decoder finds no image in a damaged WEBP, so a server that accepts other files accepts it too. Its first bytes show
 * that it is not a PNG. A body without parts has no image either.
 */
const together: Otherwise = {
  'images.edit-image-kind-rejected': (id) => overlooksWith(id, 'images.edit-image-not-png-rejected'),
  'images.variation-image-kind-rejected': (id) => overlooksWith(id, 'images.variation-image-not-png-rejected'),
  'images.variation-image-missing-rejected': (id) => overlooksWith(id, 'images.variation-malformed-form-rejected'),
}

function overlooksWith(id: RequirementId, other: RequirementId): Fault {
  return { ...overlooks(id), breaks: [id, other] }
}

const asking = (endpoint: IncomingRequest['endpoint']) => (request: IncomingRequest) => request.endpoint === endpoint

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
export const rememberingImages: readonly Fault[] = (['generate', 'edit', 'variation'] as const).map((name) =>
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
