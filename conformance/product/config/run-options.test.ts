import { expect, test } from 'vitest'
import { clientNames } from '../../specification/traceability/client-impact.ts'
import { capturedIo } from '../cli/captured-io.fixture.ts'
import { runCli } from '../cli/run-cli.ts'
import { checkedClients, explorationOf, randomSeed } from './run-options.ts'

test('a number is a request count, and a number with a unit is a time', () => {
  expect([500, '500', '90s', '10m', '2h', undefined].map(explorationOf)).toEqual([
    { requests: 500 },
    { requests: 500 },
    { seconds: 90 },
    { seconds: 600 },
    { seconds: 7200 },
    undefined,
  ])
  for (const text of ['', '0', 'x', '10 m', '1.5h', '-3']) expect(() => explorationOf(text), text).toThrow('--explore')
})

test('random seeds differ', () => {
  expect(new Set([1, 2, 3].map(randomSeed)).size).toBe(3)
})

test('known clients are accepted without duplicates', () => {
  expect(checkedClients(['openai', 'openai', 'google-genai'])).toEqual(['openai', 'google-genai'])
  expect(checkedClients()).toEqual([])
})

test('an unknown client is a usage error with the list of known ones', async () => {
  const io = capturedIo()
  expect(await runCli(['run', '--clients', 'anthropic-skd'], io)).toBe(2)
  expect(io.err()).toContain('no client is named "anthropic-skd" (did you mean "anthropic-sdk"?); there are')
  for (const name of clientNames()) expect(io.err()).toContain(name)
})

test('--gate-on clients without --clients is a usage error', async () => {
  const io = capturedIo()
  expect(await runCli(['run', '--gate-on', 'clients'], io)).toBe(2)
  expect(io.err()).toContain('add --clients')
})
