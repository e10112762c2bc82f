import { readFileSync } from 'node:fs'
import type { JsonSchema } from './load.ts'
import { packageFile } from './package-root.ts'

/**
 * Returns the OpenAPI 3.1 document of all operations as plain data. `server` is its base URL. `npm run generate` writes
 * the document to `openapi.json`.
 */
export function openapi(options: { readonly server?: string } = {}): JsonSchema {
  const document = JSON.parse(readFileSync(packageFile('schemas/openapi.json'), 'utf8')) as JsonSchema
  return options.server === undefined ? document : { ...document, servers: [{ url: options.server }] }
}
