import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { zipOf } from '../../conformance/engine/record/har/zip.fixture.ts'
import { root } from './snippets.ts'

const executed = promisify(execFile)
const mgi = join(root, 'dist/conformance/product/cli/main.js')

/** A project folder of a reader: it has the installed package, earlier runs, and recorded traffic. */
export interface Template {
  /** Copies the folder for one page. */
  readonly copy: () => string
  readonly remove: () => void
}

/** Makes a template folder with runs against a gateway. */
export async function makeTemplate(url: string): Promise<Template> {
  const folder = mkdtempSync(join(tmpdir(), 'mgi-docs-'))
  const template = join(folder, 'template')
  mkdirSync(template)
  const common = ['run', url, '--key', 'test-key', '--profile', 'smoke', '--quiet']
  const run = (...args: readonly string[]) => executed(process.execPath, [mgi, ...common, ...args], { cwd: template })
  await run()
  await run('--reporter', 'json,html,har=traffic.har')
  for (const name of ['before', 'after', 'a', 'b', 'c'])
    cpSync(join(template, 'mgi-report'), join(template, name), { recursive: true })
  mkdirSync(join(template, 'recordings'))
  cpSync(join(template, 'traffic.har'), join(template, 'recordings/one.har'))
  const har = readFileSync(join(template, 'traffic.har'), 'utf8')
  writeFileSync(join(template, 'traffic.har.zip'), zipOf([{ name: 'traffic.har', text: har }]))
  mkdirSync(join(template, 'src'))
  await executed('openssl', ['genpkey', '-algorithm', 'ed25519', '-out', 'release.pem'], { cwd: template })
  await executed('openssl', ['pkey', '-in', 'release.pem', '-pubout', '-out', 'release.pub.pem'], { cwd: template })
  writeFileSync(join(template, 'package.json'), '{ "name": "reader", "version": "1.0.0" }\n')
  let count = 0
  return {
    copy: () => {
      count += 1
      const copy = join(folder, String(count))
      cpSync(template, copy, { recursive: true })
      install(copy)
      return copy
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Links what `npm install` would install: the package, its peer dependencies, and a faster `npx`. */
function install(folder: string): void {
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, '.bin'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules')).filter((entry) => !entry.startsWith('.')))
    symlinkSync(join(root, 'node_modules', name), join(modules, name))
  symlinkSync(root, join(modules, 'model-gateway-conformance'))
  symlinkSync(mgi, join(modules, '.bin/mgi'))
  symlinkSync(join(root, 'node_modules/vitest/vitest.mjs'), join(modules, '.bin/vitest'))
  writeFileSync(join(modules, '.bin/npx'), '#!/bin/sh\nexec "$(dirname "$0")/$@"\n', { mode: 0o755 })
}

/**
 * Returns the environment of a reader: `npx` finds the installed package, and the URL of a gateway is set. A page gives
 * the key itself.
 */
export function environmentOf(folder: string, url: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    PATH: `${join(folder, 'node_modules/.bin')}:${process.env['PATH']}`,
    MGI_API_KEY: '',
    URL: url,
    GITHUB_STEP_SUMMARY: join(folder, 'summary.md'),
    FORCE_COLOR: '0',
  }
}
