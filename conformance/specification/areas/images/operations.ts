import { membersOf } from '../../../../schemas/json.ts'
import { specifiedForms } from '../../../core/model/credential.ts'
import type { RecordedRequest } from '../../../core/model/exchange.ts'
import type { Cost, Operation, RequestValue, UncoverableConstraints } from '../../../core/model/operation.ts'
import { openFiles, readForm, readJson, writeForm, writeJson } from './wire.ts'

/** Endpoint 1 of section 4. */
export const generate: Operation = {
  ...imageOperation('images.generate', '/v1/images/generations', 'images/generate-request'),
  blanks: [
    {
      constraints: ['images/generate-request.json#/$defs/smaller-model/properties/quality/allOf/0/then enum'],
      lacks: 'valid',
      reason: 'the quality of image-model-1 is unspecified (I4)',
    },
  ],
  read: readJson,
  write: (value) => writeJson('/v1/images/generations', value),
}

/** Endpoint 2 of section 4. */
export const edit: Operation = {
  ...imageOperation('images.edit', '/v1/images/edits', 'images/edit-request'),
  blanks: [
    noEmptyList('images/edit-request.json#/$defs/image'),
    {
      constraints: ['images/edit-model-1.json#/properties/image/allOf/0/then maxItems'],
      lacks: 'valid',
      reason: 'a single image[] is unspecified (I5)',
    },
  ],
  read: readForm,
  openPlaces: openFiles,
  write: (value) => writeForm('/v1/images/edits', value),
}

/** Endpoint 3 of section 4. */
export const variation: Operation = {
  ...imageOperation('images.variation', '/v1/images/variations', 'images/variation-request'),
  blanks: [noEmptyList('images/variation-request.json#/$defs/image')],
  read: readForm,
  openPlaces: openFiles,
  write: (value) => writeForm('/v1/images/variations', value),
}

export const imagesOperations: readonly Operation[] = [generate, edit, variation]

function imageOperation(
  id: 'images.generate' | 'images.edit' | 'images.variation',
  path: string,
  request: string,
): Omit<Operation, 'read' | 'write'> {
  return {
    id,
    area: 'images',
    title: `POST ${path}`,
    method: 'POST',
    credential: specifiedForms.images,
    streams: false,
    schemas: { request, reply: 'images/reply' },
    responseSignature: { reply: ['data'] },
    explicit: [
      ...(id === 'images.variation' ? [] : [{ path: ['model'], value: 'image-model-1' }]),
      { path: ['n'], value: 1 },
      { path: ['size'], value: '1024x1024' },
      { path: ['response_format'], value: 'url' },
      { path: ['user'], value: 'user-1' },
    ],
    matches: (asked: RecordedRequest) => asked.method === 'POST' && asked.path.split('?')[0] === path,
    cost,
  }
}

function noEmptyList(place: string): UncoverableConstraints {
  return {
    constraints: [`${place} minItems`],
    lacks: 'violating',
    reason: 'a form without images does not contain the field: it is missing, not empty',
  }
}

/**
 * Returns the cost of a request. Every image is billed. A request without a readable number counts as one image. A
 * server that ignores the bounds of `n` generates `n` images.
 */
function cost({ body }: RequestValue): Cost {
  const { n } = membersOf(body)
  const isCount = Number.isInteger(n) && (n as number) >= 1
  return { calls: 0, images: isCount ? (n as number) : 1 }
}
