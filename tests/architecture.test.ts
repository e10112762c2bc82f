import { readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

/** Who may import whom, and which packages, by room (ARCHITECTURE.md). The longest matching folder is a file's room. */
const law: Readonly<Record<string, { readonly rooms: readonly string[]; readonly packages?: readonly string[] }>> = {
  schemas: { rooms: [], packages: ['ajv', 'ajv-formats'] },
  'conformance/model': { rooms: [] },
  'conformance/sse': { rooms: ['conformance/model'] },
  'conformance/media': { rooms: ['conformance/model'], packages: ['fast-png', 'image-size'] },
  'conformance/judge': { rooms: ['conformance/model', 'conformance/sse', 'conformance/judge', 'schemas'] },
  'conformance/judge/read': { rooms: ['conformance/model', 'conformance/sse', 'schemas'] },
  'conformance/judge/transcript': { rooms: ['conformance/model', 'conformance/judge', 'schemas'] },
  'conformance/judge/summary': { rooms: ['conformance/model', 'conformance/judge', 'conformance/judge/read'] },
  'conformance/operations': { rooms: ['conformance/model', 'conformance/sse', 'conformance/media'] },
  'conformance/ledger': { rooms: ['conformance/model'] },
  'conformance/explore/schema': { rooms: ['conformance/model', 'schemas'] },
  'conformance/explore/values': {
    rooms: ['conformance/model', 'conformance/explore/schema', 'schemas'],
    packages: ['fast-check'],
  },
  'conformance/explore/plan': {
    rooms: ['conformance/model', 'conformance/explore/schema', 'conformance/explore/values', 'schemas'],
    packages: ['fast-check'],
  },
  'conformance/explore': { rooms: ['conformance/model', 'conformance/explore', 'schemas'] },
  'conformance/coverage': { rooms: ['conformance/model', 'conformance/explore', 'schemas'] },
  'conformance/sources': { rooms: ['conformance/model', 'conformance/media'], packages: ['undici'] },
  'conformance/evidence': { rooms: ['conformance/model'] },
  reports: { rooms: ['conformance/model'], packages: ['hono'] },
  'reference-server': {
    rooms: ['schemas'],
    packages: ['koa', '@koa/router', 'koa-body', 'sharp'],
  },
  'conformance/selftest': { rooms: ['conformance', 'reference-server'] },
  bench: { rooms: ['conformance', 'reference-server', 'schemas', 'reports'], packages: ['undici', 'koa', 'koa-body'] },
  'conformance/cli': { rooms: ['conformance', 'schemas', 'reports', 'reference-server'], packages: ['yaml'] },
  conformance: { rooms: ['conformance', 'schemas', 'reports', 'reference-server'] },
}

const root = fileURLToPath(new URL('../', import.meta.url))
const rooms = Object.keys(law).sort((one, other) => other.length - one.length)

interface Import {
  readonly file: string
  readonly specifier: string
  readonly isTypeOnly: boolean
}

const imports = ['schemas', 'conformance', 'reference-server', 'reports', 'bench'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.ts$/.test(name) && !/\.(test|golden)\.ts$/.test(name))
    .flatMap((name) => importsOf(join(folder, name))),
)

function importsOf(file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8')
  const statements = text.matchAll(/^(?:import|export) (type )?(?:[\w*{][^'";]*? from )?'([^']+)'$/gm)
  const dynamic = [...text.matchAll(/\bimport\('([^']+)'\)/g)].map(([, specifier]) => ({ specifier, type: undefined }))
  return [...[...statements].map(([, type, specifier]) => ({ type, specifier })), ...dynamic].map((found) => ({
    file,
    specifier: String(found.specifier),
    isTypeOnly: found.type !== undefined,
  }))
}

function roomOf(path: string): string | undefined {
  return rooms.find((room) => path === room || path.startsWith(`${room}/`))
}

function offence({ file, specifier, isTypeOnly }: Import): string | undefined {
  const room = roomOf(file) as string
  const allowed = law[room]
  if (specifier.startsWith('.')) return offenceInside(room, join(dirname(file), specifier), isTypeOnly)
  if (specifier.startsWith('node:') || builtinModules.includes(specifier)) return undefined
  const name = specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
  return allowed?.packages?.includes(name) ? undefined : `the package ${name}`
}

/** Types of the model carry no behaviour, and neither do requirement ids or wire shapes: those may go anywhere. */
function offenceInside(room: string, target: string, isTypeOnly: boolean): string | undefined {
  const other = roomOf(target)
  if (other === room || other === undefined) return other === undefined ? `${target} outside of every room` : undefined
  if (isTypeOnly && (other === 'conformance/model' || target === 'conformance/catalogue.ts' || other === 'schemas'))
    return undefined
  const reaches = law[room]?.rooms.some((allowed) => other === allowed || other.startsWith(`${allowed}/`))
  return reaches ? undefined : `the room ${other}`
}

test('every import stays within the law of the rooms', () => {
  const offences = imports.flatMap((one) => {
    const what = offence(one)
    return what === undefined ? [] : [`${relative('', one.file)} imports ${what} (${one.specifier})`]
  })
  expect(imports.length).toBeGreaterThan(50)
  expect(offences).toEqual([])
})

test('fast-check is used in operations by probes only', () => {
  const offenders = imports.filter(({ file, specifier }) => /operations\//.test(file) && specifier === 'fast-check')
  expect(offenders.map(({ file }) => file).filter((file) => !/probes/.test(file))).toEqual([])
})

test('undici is the business of the clients and the proxy alone', () => {
  const users = imports.filter(({ file, specifier }) => specifier === 'undici' && !file.startsWith('bench/'))
  expect(
    users.map(({ file }) => file).filter((file) => !/sources\/(client|proxy|pool|dispatch|fetch-image)/.test(file)),
  ).toEqual([])
})
