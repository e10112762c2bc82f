// Writes what a release publishes to `release`: the package, and the schemas that the build makes from it.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))
const folder = `${root}release`

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder)
execFileSync('npm', ['pack', '--pack-destination', folder], { cwd: root, stdio: 'inherit' })
for (const name of ['bundle.json', 'openapi.json']) cpSync(`${root}schemas/${name}`, `${folder}/${name}`)
execFileSync('tar', ['-czf', `${folder}/flat.tar.gz`, '-C', `${root}schemas`, 'flat'])
