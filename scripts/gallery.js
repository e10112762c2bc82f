/**
 * Makes the gallery of the site with a Node.js that runs TypeScript: `npm run gallery`, or `npm run gallery -- ID …`.
 */
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const folder = new URL('../tests/strangers/', import.meta.url)
const isNew = Number.parseInt(process.versions.node, 10) >= 24
const installed = `node-${process.platform}-${process.arch}/bin/node`
const node = isNew ? process.execPath : createRequire(folder).resolve(installed)
const main = fileURLToPath(new URL('gallery.ts', folder))
const { status } = spawnSync(node, ['--no-warnings', main, ...process.argv.slice(2)], { stdio: 'inherit' })
process.exit(status ?? 1)
