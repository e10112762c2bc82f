import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { idPrefix, type JsonSchema } from '../load.ts'
import type { Groups } from './sentences.ts'

const folders = [
  'images',
  'token-usage',
  'content-generation',
  'messages',
  'results',
  'config',
  'known-failures',
] as const

/** The common members of a folder's sentences, by the `x-group` of their documents. */
const groupsFile = 'groups.json'

/** Reads all schema documents below a folder, by `$id`. */
export function readDocuments(from: URL): ReadonlyMap<string, JsonSchema> {
  const files = folders.flatMap((folder) =>
    readdirSync(new URL(`${folder}/`, from))
      .filter((file) => file.endsWith('.json') && file !== groupsFile)
      .sort()
      .map((file) => `${folder}/${file}`),
  )
  return new Map(files.map((file) => [`${idPrefix}${file}`, readDocument(from, file)]))
}

/** Reads the `groups.json` of each folder that has one. */
export function readGroups(from: URL): Groups {
  const files = folders.map((folder) => [folder, new URL(`${folder}/${groupsFile}`, from)] as const)
  const there = files.filter(([, file]) => existsSync(file))
  return Object.fromEntries(there.map(([folder, file]) => [folder, JSON.parse(readFileSync(file, 'utf8'))])) as Groups
}

function readDocument(from: URL, file: string): JsonSchema {
  const schema = JSON.parse(readFileSync(new URL(file, from), 'utf8')) as JsonSchema
  const id = `${idPrefix}${file}`
  if (schema['$id'] !== id) throw new Error(`${file}: its $id is ${String(schema['$id'])}, expected ${id}`)
  return schema
}
