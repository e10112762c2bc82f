import { existsSync, readdirSync, statSync } from 'node:fs'
import { writeCompiled } from '../schemas/build/compiled.ts'

const schemas = new URL('../schemas/', import.meta.url)
const compiled = new URL('compiled/', schemas)

/** For tests, which run from the source: compiles the schemas as the build does, unless nothing changed since. */
export default function compileSchemas(): void {
  if (!isFresh()) writeCompiled(schemas, compiled)
}

function isFresh(): boolean {
  const bundle = new URL('bundle.json', compiled)
  if (!existsSync(bundle)) return false
  const sources = readdirSync(schemas, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|json)$/.test(file) && !file.startsWith('compiled'))
    .map((file) => new URL(file, schemas))
  const lock = new URL('../package-lock.json', import.meta.url)
  return [...sources, lock].every((file) => statSync(file).mtimeMs < statSync(bundle).mtimeMs)
}
