import { existsSync, readdirSync, statSync } from 'node:fs'
import { writeCompiledData } from '../conformance/specification/traceability/build/compiled-files.ts'
import { writeCompiled } from '../schemas/build/compiled.ts'

/** Source files outside these folders. */
const others = ['../package-lock.json', '../docs/client-impact.json'].map((path) => new URL(path, import.meta.url))

/** Compiles the schemas and the data for tests, which run from source. Does nothing if the output is up to date. */
export default function compile(): void {
  compileIn(new URL('../schemas/', import.meta.url), 'bundle.json', writeCompiled)
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
    .filter((file) => /\.(ts|json|yaml)$/.test(file) && !file.startsWith('compiled/'))
    .map((file) => new URL(file, folder))
  return [...sources, ...others].every((file) => statSync(file).mtimeMs < statSync(last).mtimeMs)
}
