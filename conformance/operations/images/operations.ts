import type { RecordedRequest } from '../../model/exchange.ts'
import type { Cost, Operation, RequestValue } from '../../model/operation.ts'
import { readForm, readJson, writeForm, writeJson } from './wire.ts'

/** Endpoint 1 of section 4. */
export const generate: Operation = {
  ...imageOperation('images.generate', '/v1/images/generations', 'images/generate-request'),
  read: readJson,
  write: (value) => writeJson('/v1/images/generations', value),
}

/** Endpoint 2 of section 4. */
export const edit: Operation = {
  ...imageOperation('images.edit', '/v1/images/edits', 'images/edit-request'),
  read: readForm,
  write: (value) => writeForm('/v1/images/edits', value),
}

/** Endpoint 3 of section 4. */
export const variation: Operation = {
  ...imageOperation('images.variation', '/v1/images/variations', 'images/variation-request'),
  read: readForm,
  write: (value) => writeForm('/v1/images/variations', value),
}

export const operations: readonly Operation[] = [generate, edit, variation]

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
    credential: 'bearer',
    streams: false,
    schemas: { request, reply: 'images/reply' },
    hallmarks: { reply: ['data'] },
    matches: (asked: RecordedRequest) => asked.method === 'POST' && asked.path.split('?')[0] === path,
    cost,
  }
}

/** Every image is billed; a request that says nothing legible about how many asks for one. */
function cost({ body }: RequestValue): Cost {
  const n = typeof body === 'object' && body !== null ? (body as { readonly n?: unknown }).n : undefined
  const isCount = Number.isInteger(n) && (n as number) >= 1 && (n as number) <= 10
  return { calls: 0, images: isCount ? (n as number) : 1 }
}
