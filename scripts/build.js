/**
 * Compiles the TypeScript into `build/` for the scripts of this repository, and then the schemas and the data of
 * traceability. Writes the schemas for other tools: `schemas/bundle.json`, `schemas/flat` and `schemas/openapi.json`.
 * Bundles `build/` into `dist/`, which is published: a module for each entry, the chunks that entries share, and the
 * types (ADR 19). With `--noCheck`, types are not checked, since those that `npm run generate` writes may be stale.
 */
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('../', import.meta.url))
const compiler = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url))

/** The entries of package.json, as paths in `build/` and in `dist/`. */
const published = [
  'conformance/product/index',
  'conformance/product/vitest/index',
  'reference-server/index',
  'schemas/types',
]
const command = 'conformance/product/cli/main'
const threads = ['conformance/product/proxy/worker', 'conformance/laboratory/selftest/worker']

for (const folder of ['build', 'dist']) rmSync(`${root}${folder}`, { recursive: true, force: true })
const options = process.argv.slice(2)
const compiled = spawnSync(process.execPath, [compiler, '-p', 'tsconfig.build.json', ...options], {
  cwd: root,
  stdio: 'inherit',
})
if (compiled.status !== 0) process.exit(compiled.status ?? 1)

const { writeCompiled } = await import('../build/schemas/build/compiled.js')
const { writePublished } = await import('../build/schemas/build/published-files.js')
const schemas = new URL('../schemas/', import.meta.url)
writeCompiled(schemas, new URL('compiled/', schemas))
await writePublished(schemas)
const { writeCompiledData } = await import('../build/conformance/specification/traceability/build/compiled-files.js')
const traceability = new URL('../conformance/specification/traceability/', import.meta.url)
writeCompiledData(traceability, new URL('compiled/', traceability))

await build({
  absWorkingDir: root,
  entryPoints: [command, ...published, ...threads].map((entry) => `build/${entry}.js`),
  outbase: 'build',
  outdir: 'dist',
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  packages: 'external',
  charset: 'utf8',
  logLevel: 'warning',
})
chmodSync(`${root}dist/${command}.js`, 0o755)

const types = new Set()
for (const entry of published) collectTypes(`${entry}.d.ts`)
for (const file of types) cpSync(`${root}build/${file}`, `${root}dist/${file}`)

/** Adds a declaration file and all declaration files that it imports. */
function collectTypes(file) {
  if (types.has(file)) return
  types.add(file)
  const text = readFileSync(`${root}build/${file}`, 'utf8')
  for (const [, specifier] of text.matchAll(/\b(?:from|import\(|import) ?['"](\.[^'"]+)['"]/g))
    collectTypes(join(dirname(file), specifier).replace(/(?:\.js|\.ts)$/, '.d.ts'))
}
