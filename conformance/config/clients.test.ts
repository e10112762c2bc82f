import { expect, test } from 'vitest'
import { capturedIo } from '../cli/captured-io.fixture.ts'
import { runCli } from '../cli/run-cli.ts'
import { clientNames } from '../traceability/client-impact.ts'
import { checkedClients } from './clients.ts'

test('known clients are kept, each once', () => {
  expect(checkedClients(['openai', 'openai', 'google-genai'])).toEqual(['openai', 'google-genai'])
  expect(checkedClients()).toEqual([])
})

test('an unknown client is a usage error with the list of known ones', async () => {
  const io = capturedIo()
  expect(await runCli(['run', '--clients', 'anthropic-skd'], io)).toBe(2)
  expect(io.err()).toContain('no client is named "anthropic-skd" (did you mean "anthropic-sdk"?); there are')
  for (const name of clientNames()) expect(io.err()).toContain(name)
})

test('a gate on clients without a client is a usage error', async () => {
  const io = capturedIo()
  expect(await runCli(['run', '--gate-on', 'clients'], io)).toBe(2)
  expect(io.err()).toContain('add --clients')
})
