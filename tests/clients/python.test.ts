import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { ended, scratch } from '../package/consumer.ts'
import { type Client, clients } from './clients.ts'
import type { Result } from './record.ts'
import { asKnown, expectPublished, serverForAll } from './tried.ts'

const main = fileURLToPath(new URL('python/main.py', import.meta.url))
const results = new Map<string, Result>()
const { folder, remove } = scratch()
const python = (await ended('python3', ['-m', 'venv', '--help'], folder())).status === 0

const server = serverForAll()
afterAll(remove)

/** Messages of pip if no index answers. An index that answers would list at least other versions. */
const unreachable = /from versions: none|connection broken by|Failed to establish a new connection/

const inPython = clients.filter(({ language }) => language === 'Python')

/**
 * Each client has its own environment, because two majors of one package cannot be installed together. The system's pip
 * installs into it.
 */
describe.skipIf(!python)('clients in Python', () => {
  test.concurrent.for(inPython.map((client) => [client.id, client] as const))('%s', async ([, client], { skip }) => {
    const home = folder()
    const interpreter = join(home, 'bin/python')
    const made = await ended('python3', ['-m', 'venv', '--without-pip', home], home)
    expect(made.status, made.stdout + made.stderr).toBe(0)
    const requirement = client.packages[0]?.replace(' ', '==') ?? ''
    const pip = ['-m', 'pip', '--python', interpreter, 'install', '--quiet', '--no-input', '--no-compile', requirement]
    const { status, stderr } = await ended('python3', pip, home)
    skip(status !== 0 && unreachable.test(stderr), `PyPI is not there: ${stderr.trim().split('\n')[0]}`)
    expect(status, stderr).toBe(0)
    results.set(client.id, asKnown(client, await outcomesOf(client, interpreter, home)))
    // All environments together contain fifty thousand files.
    await rm(home, { recursive: true, force: true })
  })

  test('what is published is what was found', () => {
    expectPublished(inPython.flatMap(({ id }) => results.get(id) ?? []))
  })
})

async function outcomesOf({ exercise: [module] }: Client, interpreter: string, home: string) {
  const env = { PATH: process.env['PATH'], HOME: home, PYTHONDONTWRITEBYTECODE: '1' }
  const options = ['-W', 'ignore', main, module, server().url]
  const { status, stdout, stderr } = await ended(interpreter, options, home, env)
  expect(status, stderr).toBe(0)
  return JSON.parse(stdout)
}
