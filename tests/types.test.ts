import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { catalogue } from '../conformance/specification/catalogue.ts'
import { typesText } from '../schemas/build/types.ts'
import { schemaDocuments } from '../schemas/load.ts'
import { publishedNames } from './published-names.ts'

const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'types-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Returns the compiler's errors for a program that imports the types. */
function complaints(program: string): string {
  const file = join(folder, 'program.ts')
  writeFileSync(file, `import type * as types from '${at('schemas/types.ts')}'\n${program}`)
  const options = [
    '--noEmit',
    '--strict',
    '--allowImportingTsExtensions',
    '--module',
    'nodenext',
    '--ignoreConfig',
    '--types',
    '',
  ]
  const { stdout } = spawnSync(process.execPath, [at('node_modules/typescript/bin/tsc'), ...options, file], {
    encoding: 'utf8',
  })
  return stdout
}

test('the types are fresh (npm run generate)', async () => {
  const source = JSON.parse(readFileSync(at('schemas/openapi/source.json'), 'utf8'))
  expect(readFileSync(at('schemas/types.ts'), 'utf8') === (await typesText(schemaDocuments(), source))).toBe(true)
})

const requests: Readonly<Record<string, string>> = {
  'images.generate': 'ImagesGenerateRequest',
  'content.generate': 'ContentGenerationRequest',
  'content.stream': 'ContentGenerationRequest',
  'messages.create': 'MessagesRequest',
  'messages.stream': 'MessagesRequest',
}

test('what the suite sends as known-good, and the examples of the schemas, have the types', () => {
  const sent = catalogue.templates.flatMap(({ operation, value }) => {
    const type = requests[operation]
    return type === undefined ? [] : [[type, value.body] as const]
  })
  // Examples of requests describe complete requests, not only bodies. One example of an error has an unspecified
  // member.
  const described = Object.entries(publishedNames).filter(([name]) => !/request$|^messages.error$/.test(name))
  const shown = described.flatMap(([name, type]) => {
    const [, schema] = [...schemaDocuments()].find(([id]) => id.endsWith(`/${name}.json`)) ?? []
    return ((schema?.['examples'] ?? []) as unknown[]).map((example) => [type, example] as const)
  })
  expect(Math.min(sent.length, shown.length)).toBeGreaterThan(12)
  const lines = [...sent, ...shown].map(
    ([type, value], at) => `export const v${at}: types.${type} = ${JSON.stringify(value)}`,
  )
  expect(complaints(lines.join('\n'))).toBe('')
})

const wrong = [
  ['a required member is missing', 'MessagesRequest', '{ model: "m", messages: [] }', 'max_tokens'],
  ['a value is not listed', 'ImagesGenerateRequest', '{ prompt: "a", style: "dull" }', 'dull'],
  [
    'a block is of no kind',
    'MessagesRequest',
    '{ model: "m", max_tokens: 2, messages: [{ role: "user", content: [{ type: "txt" }] }] }',
    'txt',
  ],
  ['a reply lacks a field', 'TokenUsageReply', '{ code: true, message: "ok" }', 'data'],
] as const

test('the compiler sees a missing member or field, a value that is not listed and a block of no kind', () => {
  const said = complaints(
    wrong.map(([, type, value], at) => `export const v${at}: types.${type} = ${value}`).join('\n'),
  )
  const unseen = wrong.filter(([, , , named], at) => {
    // The import is on the first line.
    const [, own = ''] = said.split(`program.ts(${at + 2},`)
    return !own.split('program.ts(')[0]!.includes(named)
  })
  expect(unseen, said).toEqual([])
})

test('the type of an event tells what else it has', () => {
  const program = `
    export function textOf(event: types.MessagesEvent): string | undefined {
      return event.type === 'error' ? event.error.message : event.type === 'message_start' ? event.message.id : undefined
    }`
  expect(complaints(program)).toBe('')
})
