import type { RequirementId } from '../../../conformance/catalogue.ts'
import { json, type Reply } from '../../reply.ts'
import { breaking } from '../alterations.ts'
import type { Fault } from '../fault.ts'

/** Servers that detect an invalid request and answer in a way that does not count as a rejection. */
export const imageRejectionFaults: readonly Fault[] = [
  breaking('images-key-in-header-only', ['images.key-as-bearer'], (reply, { endpoint, presented }) =>
    endpoint.startsWith('images.') && presented.kind === 'key' && presented.place === 'bearer'
      ? json(401, { error: { message: 'No key was sent.' } })
      : reply,
  ),
  answering('images-500-for-a-missing-prompt', 'images.generate-prompt-missing-rejected', (reply) => ({
    ...reply,
    status: 500,
  })),
  answering('images-500-for-a-broken-file', 'images.variation-image-damaged-rejected', (reply) => ({
    ...reply,
    status: 500,
  })),
  answering('images-empty-success', 'images.edit-prompt-missing-rejected', () => json(200, { created: 0, data: [] })),
]

/** Alters the response to requests that violate only one requirement. */
function answering(id: string, requirement: RequirementId, alter: (reply: Reply) => Reply): Fault {
  return breaking(id, [requirement], (reply, { validation }) => {
    const isMeant =
      validation.violations.length > 0 && validation.violations.every((one) => one.requirement === requirement)
    return isMeant && reply.status === 400 ? alter(reply) : reply
  })
}
