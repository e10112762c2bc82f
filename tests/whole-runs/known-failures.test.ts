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
  'messages',
  'content-generation',
])('the failures of a target that accepts everything excuse the next run with another seed: %s', async (area) => {
  const target = badTargets.find(({ id }) => id === 'validates-nothing')!
  const { url } = await untilTestEnds(target.start())
  const first = await ran(url, ['--area', area, '--write-known-failures', 'known.yaml'])
  expect(first.status, first.stdout).toBe(1)
  const list = join(first.folder, 'known.yaml')
  writeFileSync(list, readFileSync(list, 'utf8').replaceAll(placeholder, 'it validates nothing'))
  const second = await ran(url, ['--area', area, '--seed', '2', '--known-failures', list])
  expect(second.status, second.stderr + second.stdout).toBe(0)
})
