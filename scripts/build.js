/** Builds the package into `dist/`: compiles the TypeScript and the schemas, and copies the data that the code reads at run time. */
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))
const compiler = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url))

rmSync(`${root}dist`, { recursive: true, force: true })
const compiled = spawnSync(process.execPath, [compiler, '-p', 'tsconfig.build.json'], { cwd: root, stdio: 'inherit' })
if (compiled.status !== 0) process.exit(compiled.status ?? 1)

const isData = (path) => !/\.(ts|js)$/.test(path) || /reports\/(html|watch)\/assets\//.test(path)
for (const folder of ['fixtures/images', 'fixtures/media', 'fixtures/plans', 'reports/html', 'reports/watch']) {
  if (existsSync(`${root}${folder}`))
    cpSync(`${root}${folder}`, `${root}dist/${folder}`, { recursive: true, filter: isData })
}
cpSync(`${root}schemas/openapi.json`, `${root}dist/schemas/openapi.json`)
chmodSync(`${root}dist/conformance/cli/main.js`, 0o755)

const { writeCompiled } = await import('../dist/schemas/build/compiled.js')
writeCompiled(new URL('../schemas/', import.meta.url), new URL('../dist/schemas/compiled/', import.meta.url))
