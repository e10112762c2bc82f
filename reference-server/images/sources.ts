import type { IncomingRequest } from '../incoming-request.ts'

/** What a picture is made from: an uploaded image or mask. */
export interface Source {
  readonly digest: string
  readonly width: number
  readonly height: number
}

/** The images and the mask of a form, in that order. */
export function sourcesOf({ value }: IncomingRequest): Source[] {
  const { image, mask } = (value.body ?? {}) as Record<string, unknown>
  return [image, mask].flat().filter(isSource)
}

function isSource(value: unknown): value is Source {
  return typeof value === 'object' && value !== null && 'digest' in value
}
