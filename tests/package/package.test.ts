import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ReferenceServer, startReferenceServer } from '../../reference-server/index.ts'
import { pages, stepsOf } from '../docs/snippets.ts'
import { bytesBelow, ended, installed, packed, scratch } from './consumer.ts'

const { folder, remove } = scratch()
let archive: string
let consumer: string
let server: ReferenceServer

beforeAll(async () => {
  archive = await packed(folder())
  consumer = folder()
  server = await startReferenceServer()
  await installed(consumer, [archive])
})

afterAll(async () => {
  await server.close()
  remove()
})

const megabyte = 2 ** 20
const smoke = () => ['run', server.url, '--key', 'test-key', '--profile', 'smoke', '--quiet']

test('an install to test a gateway with is small', async () => {
  const tree = await ended('npm', ['ls', '--all', '--parseable'], consumer)
  const packages = tree.stdout.trim().split('\n').length - 1
  expect({ packages, megabytes: bytesBelow(join(consumer, 'node_modules')) / megabyte }).toSatisfy(
    (install: { packages: number; megabytes: number }) => install.packages <= 60 && install.megabytes <= 35,
  )
})

test('the archive carries no benchmark, no corpus and no tests', () => {
  const own = join(consumer, 'node_modules/model-gateway-conformance')
  const names = readdirSync(own, { recursive: true, encoding: 'utf8' })
  expect(names.length).toBeGreaterThan(100)
  expect(names.filter((name) => /(^|\/)(bench|corpus)\/|\.test\.|\.fixture\./.test(name))).toEqual([])
})

test('the archive carries the schemas for other tools, which the build makes', () => {
  const schemas = join(consumer, 'node_modules/model-gateway-conformance/schemas')
  const names = readdirSync(schemas)
  expect(names.filter((name) => ['bundle.json', 'flat', 'openapi.json'].includes(name))).toHaveLength(3)
  expect(readdirSync(join(schemas, 'flat')).length).toBeGreaterThan(10)
})

test('a linter of packages finds nothing to say of the archive', async () => {
  const { publint } = await import('publint')
  const own = join(consumer, 'node_modules/model-gateway-conformance')
  const { messages } = await publint({ pkgDir: own, pack: false, strict: true })
  expect(messages.filter(({ type }) => type !== 'suggestion')).toEqual([])
})

/** Problems of ways of loading that the package does not support: CommonJS, and resolution without `exports`. */
const notOffered = ['node10', 'node16-cjs']

test('types and code are found alike by whoever resolves ES modules, in Node and in bundlers', async () => {
  const tools = folder()
  await installed(tools, ['@arethetypeswrong/core@0.18'])
  const core = pathToFileURL(join(tools, 'node_modules/@arethetypeswrong/core/dist/index.js')).href
  const { checkPackage, createPackageFromTarballData } = (await import(core)) as WrongTypes
  const { problems, types } = await checkPackage(createPackageFromTarballData(readFileSync(archive)))
  expect(types).toMatchObject({ kind: 'included' })
  expect(problems.filter(({ resolutionKind = '' }) => !notOffered.includes(resolutionKind))).toEqual([])
})

/** The parts of @arethetypeswrong/core that are used. */
interface WrongTypes {
  createPackageFromTarballData(archive: Uint8Array): unknown
  checkPackage(of: unknown): Promise<{
    readonly types: unknown
    readonly problems: readonly { readonly kind: string; readonly resolutionKind?: string }[]
  }>
}

test('the command starts by a shebang that every system knows', () => {
  const [shebang] = readFileSync(join(consumer, 'node_modules/.bin/mgi'), 'utf8').split('\n')
  expect(shebang).toBe('#!/usr/bin/env node')
})

test('it certifies a gateway', async () => {
  const { status, stderr } = await ended('npx', ['mgi', ...smoke()], consumer)
  expect({ status, stderr }).toEqual({ status: 0, stderr: expect.not.stringMatching(/mgi:/) })
  const results = JSON.parse(readFileSync(join(consumer, 'mgi-report/results.json'), 'utf8'))
  expect(results.summary.verdict).toBe('conforming')
})

test('what only the reference server needs is named when it is to start, and works once it is there', async () => {
  const without = await ended('npx', ['mgi', 'run', '--profile', 'smoke', '--quiet'], consumer)
  expect(without).toMatchObject({ status: 2, stderr: expect.stringContaining('run: npm install --save-dev koa@3') })
  const whole = folder()
  const named = /run: npm install --save-dev (.*)/.exec(without.stderr)?.[1]?.trim().split(' ') ?? []
  await installed(whole, [archive, ...named])
  expect(await ended('npx', ['mgi', 'run', '--profile', 'smoke', '--quiet'], whole)).toMatchObject({ status: 0 })
})

test('pnpm installs it, and what it prints to run works', async () => {
  const project = folder()
  const tools = folder()
  await installed(tools, ['pnpm@10'])
  const pnpm = join(tools, 'node_modules/.bin/pnpm')
  await installed(project, [archive], [pnpm, 'add'])
  expect(await ended(pnpm, ['exec', 'mgi', ...smoke()], project)).toMatchObject({ status: 0 })
})

test.each(['20', '22', '24'])('it runs on Node %s', async (major) => {
  const tools = folder()
  await installed(tools, [`node-${process.platform}-${process.arch}@${major}`])
  const node = join(tools, `node_modules/node-${process.platform}-${process.arch}/bin/node`)
  expect((await ended(node, ['--version'], tools)).stdout).toMatch(new RegExp(`^v${major}\\.`))
  const mgi = join(consumer, 'node_modules/model-gateway-conformance/dist/conformance/product/cli/main.js')
  expect(await ended(node, [mgi, ...smoke()], consumer)).toMatchObject({ status: 0 })
})

/** A TypeScript program that uses every entry except that for Vitest. */
const program = `
import { certify, exitCodeOf, type Report, writeReports } from 'model-gateway-conformance'
import { startReferenceServer } from 'model-gateway-conformance/reference-server'
import type { MessagesReply, MessagesRequest } from 'model-gateway-conformance/types'

const request: MessagesRequest = { model: 'any', max_tokens: 16, messages: [{ role: 'user', content: 'Hello.' }] }
export const roleOf = ({ role }: MessagesReply): 'assistant' => role
// @ts-expect-error: a number is no text
export const wrong: MessagesRequest = { ...request, messages: 5 }

const server = await startReferenceServer()
const report: Report = await certify({ target: server.url, key: 'test-key', areas: ['messages'], profile: 'smoke' })
await writeReports(report, { out: 'written' })
await server.close()
process.exitCode = exitCodeOf(report)
`

test.each([
  ['nodenext', 'nodenext'],
  ['esnext', 'bundler'],
])('a strict TypeScript project (module %s, resolution %s) compiles against it', async (module, moduleResolution) => {
  const project = folder()
  await installed(project, [
    archive,
    `typescript@${devDependency('typescript')}`,
    `@types/node@${devDependency('@types/node')}`,
  ])
  const compilerOptions = { module, moduleResolution, target: 'es2023', strict: true, noEmit: true, types: ['node'] }
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['main.ts'] }))
  writeFileSync(join(project, 'main.ts'), program)
  const { stdout, status } = await ended('npx', ['tsc'], project)
  expect({ stdout, status }).toEqual({ stdout: '', status: 0 })
})

/** Programs of the documentation, with file names that TypeScript compiles. */
const documented = pages.flatMap(stepsOf).flatMap((step) => {
  if (step.kind !== 'file' || !/\.m?[jt]s$/.test(step.name)) return []
  return [{ name: step.name.replace(/js$/, 'ts'), text: step.text }]
})

test('every program of the documentation compiles in a strict TypeScript project', async () => {
  const project = folder()
  const tools = ['typescript', '@types/node', 'vitest'].map((name) => `${name}@${devDependency(name)}`)
  await installed(project, [archive, ...tools])
  const strict = { strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true, noEmit: true }
  const compilerOptions = { module: 'nodenext', target: 'es2023', types: ['node'], ...strict }
  const files = documented.map(({ name }) => name)
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
  for (const { name, text } of documented) writeFileSync(join(project, name), text)
  expect(files.length).toBeGreaterThan(8)
  const { stdout, status } = await ended('npx', ['tsc'], project)
  expect({ stdout, status }).toEqual({ stdout: '', status: 0 })
})

test('installing it prints no warning', async () => {
  const project = folder()
  await installed(project, [])
  const { stderr, status } = await ended('npm', ['install', '--no-audit', '--no-fund', archive], project)
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 })
})

function devDependency(name: string): string {
  const { devDependencies } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  return devDependencies[name]
}
