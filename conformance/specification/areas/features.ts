import type { Feature } from '../../core/model/feature.ts'
import { isSuccess, type Observation } from '../../core/model/observation.ts'

function isRejection({ status }: Observation): boolean {
  return status !== undefined && status >= 400
}

/** Invalid requests are rejected, with an error that clients can read. */
const errors: Feature = {
  id: 'errors',
  name: 'Errors',
  rejects: 'most',
  asks: ({ request }) => request.violations.length > 0 && request.credential.kind === 'valid',
  shows: (seen) => isRejection(seen) && seen.isRecognised,
  members: ['error'],
}

/** Requests without the right key are rejected. */
export const keys: Feature = {
  id: 'keys',
  name: 'Keys',
  rejects: 'each',
  asks: ({ request: { credential } }) => ['missing', 'invalid', 'not-bearer'].includes(credential.kind),
  shows: isRejection,
}

/** The features of every area. */
export const featuresOfRejections: readonly Feature[] = [errors, keys]

/** Returns whether a reply is a success that was received whole. */
export function isServedWhole({ status, complete }: Observation): boolean {
  return isSuccess(status) && complete
}
