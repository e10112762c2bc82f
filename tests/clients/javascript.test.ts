import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { newerNode } from '../newer-node.ts'
import { ended, scratch } from '../package/consumer.ts'
import { type Client, clients } from './clients.ts'
import type { Result } from './record.ts'
import { asKnown, expectPublished, serverForAll, throughProxy } from './tried.ts'

const main = fileURLToPath(new URL('exercise/main.ts', import.meta.url))
const results = new Map<string, Result>()
const { folder, remove } = scratch()
const home = folder()

const server = serverForAll()
afterAll(remove)

const inJavaScript = clients.filter(({ language }) => language === 'JavaScript')

describe('clients in JavaScript', () => {
  test.concurrent.each(inJavaScript.map((client) => [client.id, client] as const))('%s', async (_id, client) => {
    results.set(client.id, asKnown(client, await throughProxy(server().url, (url) => outcomesOf(client, url))))
  })

  test('what is published is what was found', () => {
    expect(results.size).toBeGreaterThan(0)
    expectPublished(inJavaScript.flatMap(({ id }) => results.get(id) ?? []))
  })
})

/**
 * Runs the exercises in a separate process without the environment of this one. Node 24 is used because some clients
 * need 22, and it runs TypeScript.
 */
async function outcomesOf({ exercise: [file, ...given] }: Client, url: string) {
  const env = { PATH: process.env['PATH'], HOME: home, NODE_NO_WARNINGS: '1' }
  const { status, stdout, stderr } = await ended(newerNode(import.meta.url), [main, file, url, ...given], home, env)
  expect(status, stderr).toBe(0)
  return JSON.parse(stdout.split('\n').at(-2) ?? '')
}
