import { existsSync, readdirSync, statSync } from 'node:fs'
import { writeCompiledData } from '../conformance/specification/traceability/build/compiled-files.ts'
import { writeCompiled } from '../schemas/build/compiled.ts'
import { writePublished } from '../schemas/build/published-files.ts'

/** Source files outside these folders. */
const editions = new URL('../conformance/specification/editions/', import.meta.url)
const others = [
  ...['../package-lock.json', '../docs/client-impact.json'].map((path) => new URL(path, import.meta.url)),
  ...readdirSync(editions).map((name) => new URL(name, editions)),
]

/** Files in `schemas` that the build writes for other tools. */
const published = /^(?:bundle\.json|openapi\.json|flat\/.*)$/

/**
 * Compiles the schemas and the data for tests, which run from source, and writes the schemas for other tools. Does
 * nothing if the output is up to date.
 */
export default async function compile(): Promise<void> {
  const schemas = new URL('../schemas/', import.meta.url)
  compileIn(schemas, 'bundle.json', writeCompiled)
  if (!isFresh(schemas, new URL('openapi.json', schemas))) await writePublished(schemas)
  compileIn(
    new URL('../conformance/specification/traceability/', import.meta.url),
    'specification-map.json',
    writeCompiledData,
  )
}

/** Compiles a folder unless the file that is written last is newer than every source. */
function compileIn(folder: URL, last: string, write: (from: URL, to: URL) => void): void {
  const compiled = new URL('compiled/', folder)
  if (!isFresh(folder, new URL(last, compiled))) write(folder, compiled)
}

function isFresh(folder: URL, last: URL): boolean {
  if (!existsSync(last)) return false
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|json|yaml)$/.test(file) && !file.startsWith('compiled/') && !published.test(file))
    .map((file) => new URL(file, folder))
  return [...sources, ...others].every((file) => statSync(file).mtimeMs < statSync(last).mtimeMs)
}
