import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { newerNode } from '../newer-node.ts'
import { scratch } from '../package/consumer.ts'
import { beside, besideStrangers, published, tool } from './tools.ts'

const { folder, remove } = scratch()
afterAll(remove)

/** Returns the output of the compiler for a folder in strict mode. */
async function complaints(project: string): Promise<string> {
  const compilerOptions = {
    strict: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: true,
    noEmit: true,
    target: 'ES2022',
    module: 'ESNext',
    moduleResolution: 'bundler',
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    types: [],
  }
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['.'] }))
  return (await tool('typescript/bin/tsc', ['--project', project])).stdout
}

/** Returns a program with a request that has all required members, one that does not, and a use of a reply. */
function program(imports: string, request: string, reply: string): string {
  return `${imports}
export const right: ${request} = { model: 'm', max_tokens: 64, messages: [{ role: 'user', content: [{ type: 'text', text: 'a' }] }] }
// @ts-expect-error: max_tokens is missing
export const short: ${request} = { model: 'm', messages: [] }
// @ts-expect-error: no block has this type
export const odd: ${request} = { model: 'm', max_tokens: 64, messages: [{ role: 'user', content: [{ type: 'txt', text: 'a' }] }] }
export const textOf = (reply: ${reply}): string =>
  reply.content.map((block) => (block.type === 'text' ? block.text : block.name)).join('')
`
}

describe('openapi-typescript', () => {
  test('makes types that compile and say what a request needs', async () => {
    const project = folder()
    const made = await tool('openapi-typescript/bin/cli.js', [published, '--output', join(project, 'api.ts')])
    expect(made).toMatchObject({ status: 0, stderr: expect.not.stringMatching(/warn|error/i) })
    const [request, reply] = ['MessagesRequest', 'MessagesReply'].map((name) => `components['schemas']['${name}']`)
    writeFileSync(join(project, 'use.ts'), program("import type { components } from './api'", request!, reply!))
    expect(await complaints(project)).toBe('')
  })
})

describe('@hey-api/openapi-ts', () => {
  test('makes a client that compiles and has a function for each operation', async () => {
    const project = folder()
    const options = ['--input', published, '--output', join(project, 'api'), '--no-log-file']
    const client = ['--client', '@hey-api/client-fetch']
    const made = await tool(
      '@hey-api/openapi-ts/bin/run.js',
      [...options, ...client],
      newerNode(besideStrangers),
      beside('.'),
    )
    expect(made).toMatchObject({ status: 0, stderr: expect.not.stringMatching(/warn|error/i) })
    const types = program(
      "import type { MessagesReply, MessagesRequest } from './api'",
      'MessagesRequest',
      'MessagesReply',
    )
    const functions = [
      'imagesGenerate',
      'imagesEdit',
      'imagesVariation',
      'usageToken',
      'contentGenerate',
      'messagesCreate',
    ]
    writeFileSync(join(project, 'use.ts'), `${types}export { ${functions.join(', ')}, contentStream } from './api'\n`)
    expect(await complaints(project)).toBe('')
  })
})
