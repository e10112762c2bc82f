import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { placeholder } from '../../conformance/product/config/known-failures/read.ts'
import { badTargets } from '../bad-targets.ts'
import { type Ended, forget, runMgiHere } from '../hostile/run-mgi.ts'
import { untilTestEnds } from '../serve.ts'

async function ran(url: string, options: readonly string[]): Promise<Ended> {
  const ended = await runMgiHere(url, ['--key', 'test-key', ...options])
  onTestFinished(() => forget(ended))
  return ended
}

test.each([
  ['validates-nothing', 'messages', []],
  ['validates-nothing', 'content-generation', []],
  ['rejects-with-500', 'content-generation', []],
  ['redirects-messages', 'messages,token-usage', []],
  ['streams-endless', 'messages', []],
  ['streams-unended', 'messages', ['--timeout', '2']],
] as const)('the failures of the target %s excuse the next run with another seed: %s', async (id, area, options) => {
  const target = badTargets.find((one) => one.id === id)!
  const { url } = await untilTestEnds(target.start())
  const first = await ran(url, ['--area', area, ...options, '--write-known-failures', 'known.yaml'])
  expect(first.status, first.stdout).toBe(1)
  const list = join(first.folder, 'known.yaml')
  writeFileSync(list, readFileSync(list, 'utf8').replaceAll(placeholder, 'it is known'))
  const second = await ran(url, ['--area', area, ...options, '--seed', '2', '--known-failures', list])
  expect(second.status, second.stderr + second.stdout).toBe(0)
})
