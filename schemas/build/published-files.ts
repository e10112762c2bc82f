import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { type JsonSchema, schemaNameOf } from '../load.ts'
import { bundleText, messageFolders, readDocuments, readGroups, writeFiles } from './compiled.ts'
import { flatFiles } from './flat.ts'
import { openapiText } from './openapi.ts'
import { takeSentences } from './sentences.ts'

/**
 * Writes the files for other tools, which the package contains and git does not: the bundle, the flat schemas and the
 * OpenAPI document.
 */
export async function writePublished(schemas: URL): Promise<void> {
  const written = readDocuments(schemas)
  const groups = readGroups(schemas)
  const { documents, sentences } = takeSentences(written, groups)
  const flat = await flatFiles(documents, messageNames(documents), sentences)
  const source = JSON.parse(readFileSync(new URL('openapi/source.json', schemas), 'utf8')) as JsonSchema
  const folder = new URL('flat/', schemas)
  writeFiles(flat, folder)
  const old = readdirSync(folder).filter((file) => file.endsWith('.json') && !flat.has(file))
  for (const file of old) rmSync(new URL(file, folder), { force: true })
  // The last file to be written, so that its age shows the age of all files.
  const openapi = ['openapi.json', await openapiText(documents, source)] as const
  writeFiles([['bundle.json', bundleText(written, groups)], openapi], schemas)
}

/** Returns the names of the schemas of requests, replies, errors and events. */
function messageNames(documents: ReadonlyMap<string, JsonSchema>): readonly string[] {
  const isMessage = new RegExp(`^(?:${messageFolders.join('|')})/(?:.*-)?(?:request|reply|error|event)$`)
  return [...documents.keys()].map(schemaNameOf).filter((name) => isMessage.test(name))
}
