import { readFileSync } from 'node:fs'
import type { JsonSchema } from './load.ts'
import { packageFile } from './package-root.ts'

/**
 * Returns an OpenAPI 3.1 document of all operations as plain data (`openapi.json`, which `npm run generate` writes).
 */
export function openapi(options: { readonly server?: string } = {}): JsonSchema {
  const document = JSON.parse(readFileSync(packageFile('schemas/openapi.json'), 'utf8')) as JsonSchema
  return options.server === undefined ? document : { ...document, servers: [{ url: options.server }] }
}
