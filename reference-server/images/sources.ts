import type { IncomingRequest } from '../incoming-request.ts'

/** A source of a picture: an uploaded image or mask. */
export interface Source {
  readonly digest: string
  readonly width: number
  readonly height: number
}

/** Returns the images and the mask of a form, in this order. */
export function sourcesOf({ value }: IncomingRequest): Source[] {
  const { image, mask } = (value.body ?? {}) as Record<string, unknown>
  return [image, mask].flat().filter(isSource)
}

function isSource(value: unknown): value is Source {
  return typeof value === 'object' && value !== null && 'digest' in value
}
