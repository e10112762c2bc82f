// Writes the package.json of the container image: its dependencies, and what mgi serve and mgi selftest need besides.
// With the lock file of the source beside it, npm installs exactly the versions that were tested.
//
//   node scripts/image-package.js FOLDER
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'

const [folder = '.'] = process.argv.slice(2)
const {
  devDependencies: _dev,
  peerDependenciesMeta: _meta,
  peerDependencies,
  ...manifest
} = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const { vitest: _vitest, ...ofServer } = peerDependencies
const dependencies = { ...manifest.dependencies, ...ofServer }
writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ ...manifest, dependencies }, null, 2)}\n`)
