import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { packages } from './python.ts'
import { beside } from './tools.ts'

/** Returns the exact versions that a `package.json` pins. */
function pinnedIn(file: string): Readonly<Record<string, string>> {
  return JSON.parse(readFileSync(beside(file), 'utf8')).dependencies
}

const npm = { ...pinnedIn('../strangers/package.json'), ...pinnedIn('package.json') }
const python = Object.fromEntries(Object.values(packages).map((pinned) => pinned.split('==') as [string, string]))

/** The versions of the tools, by their names on the page. */
const tools: Readonly<Record<string, string | undefined>> = {
  'Redocly CLI': npm['@redocly/cli'],
  Spectral: npm['@stoplight/spectral-cli'],
  'openapi-typescript': npm['openapi-typescript'],
  '@hey-api/openapi-ts': npm['@hey-api/openapi-ts'],
  Prism: npm['@stoplight/prism-cli'],
  'jsonschema (Python)': python['jsonschema'],
  Schemathesis: python['schemathesis'],
}

test('the page names the tools with the versions that are tried', () => {
  const page = readFileSync(beside('../../docs/openapi.md'), 'utf8')
  const rows = [...page.matchAll(/^\| ([^|]+) \| (\d[^|]*) \|/gm)].map(([, name, version]) => [name, version])
  expect(Object.fromEntries(rows)).toEqual(tools)
})
