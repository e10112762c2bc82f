import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { ended, scratch } from '../package/consumer.ts'
import { pythonWith } from '../python-with.ts'
import { type Client, clients } from './clients.ts'
import type { Result } from './record.ts'
import { asKnown, expectPublished, serverForAll, throughProxy } from './tried.ts'

const main = fileURLToPath(new URL('python/main.py', import.meta.url))
const results = new Map<string, Result>()
const { folder, remove } = scratch()
const python = (await ended('python3', ['-m', 'venv', '--help'], folder())).status === 0

const server = serverForAll()
afterAll(remove)

const inPython = clients.filter(({ language }) => language === 'Python')

/**
 * Each client has its own environment, because two majors of one package cannot be installed together.
 */
describe.skipIf(!python)('clients in Python', () => {
  test.concurrent.for(inPython.map((client) => [client.id, client] as const))('%s', async ([, client], { skip }) => {
    const home = folder()
    const installed = await pythonWith([client.packages[0]?.replace(' ', '==') ?? ''], home)
    if ('missing' in installed) return skip(installed.missing)
    const { interpreter } = installed
    const outcomes = await throughProxy(server().url, (url) => outcomesOf(client, url, interpreter, home))
    results.set(client.id, asKnown(client, outcomes))
    // All environments together contain fifty thousand files.
    await rm(home, { recursive: true, force: true })
  })

  test('what is published is what was found', () => {
    expectPublished(inPython.flatMap(({ id }) => results.get(id) ?? []))
  })
})

async function outcomesOf({ exercise: [module] }: Client, url: string, interpreter: string, home: string) {
  const env = { PATH: process.env['PATH'], HOME: home, PYTHONDONTWRITEBYTECODE: '1' }
  const options = ['-W', 'ignore', main, module, url]
  const { status, stdout, stderr } = await ended(interpreter, options, home, env)
  expect(status, stderr).toBe(0)
  return JSON.parse(stdout)
}
