import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { loadApp, serverPackages } from './serve-routes.ts'

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

test('server packages are optional peer dependencies with matching major versions', () => {
  const majors = Object.fromEntries(
    Object.entries(manifest.peerDependencies as Record<string, string>).map(([name, range]) => [
      name,
      range.replace(/^\^/, '').replace(/^((?:0\.)?\d+).*/, '$1'),
    ]),
  )
  expect(majors).toMatchObject(serverPackages)
  for (const name of Object.keys(serverPackages)) {
    expect(manifest.peerDependenciesMeta[name]).toEqual({ optional: true })
    expect(manifest.devDependencies[name]).toBe(manifest.peerDependencies[name])
    expect(manifest.dependencies[name]).toBeUndefined()
  }
})

test('missing server packages are reported with the command to install them', async () => {
  const missing = Object.assign(new Error("Cannot find package 'koa' imported from /x/app.js"), {
    code: 'ERR_MODULE_NOT_FOUND',
  })
  await expect(loadApp(() => Promise.reject(missing))).rejects.toThrow(
    'the reference server needs packages that are not installed; run: npm install --save-dev koa@3 @koa/router@15 koa-body@8 sharp@0.35',
  )
})

test('other import errors are passed on', async () => {
  const broken = Object.assign(new Error("Cannot find module './routes/none.ts'"), { code: 'ERR_MODULE_NOT_FOUND' })
  await expect(loadApp(() => Promise.reject(broken))).rejects.toBe(broken)
})
