import { existsSync, readdirSync, statSync } from 'node:fs'
import { writeCompiledData } from '../conformance/traceability/build/compiled-files.ts'
import { writeCompiled } from '../schemas/build/compiled.ts'

/** Sources outside the folders. */
const others = ['../package-lock.json', '../docs/client-impact.json'].map((path) => new URL(path, import.meta.url))

/** For tests, which run from the source: compiles the schemas and the data as the build does, unless nothing changed since. */
export default function compile(): void {
  compileIn(new URL('../schemas/', import.meta.url), 'bundle.json', writeCompiled)
  compileIn(new URL('../conformance/traceability/', import.meta.url), 'specification-map.json', writeCompiledData)
}

/** The file that is written last has the age of them all. */
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
