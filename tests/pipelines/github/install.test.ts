import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { ended, packed } from '../../package/consumer.ts'
import { untilTestEnds } from '../../serve.ts'
import { emptyMachine, key, scratchFolder, served } from '../machine.ts'
import { type Machine, runAction } from './runner.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const smoke = { key, profile: 'smoke', area: 'token-usage' }

/** Returns a machine on which nothing is installed. */
function bareMachine(source?: string): Machine {
  const { done: _, ...machine } = emptyMachine()
  return source === undefined ? machine : { ...machine, source }
}

/** Copies the files of this repository, like the checkout of an action. */
async function checkedOut(): Promise<string> {
  const folder = scratchFolder()
  const { stdout } = await ended('git', ['ls-files', '--cached', '--others', '--exclude-standard'], root)
  for (const name of stdout.trim().split('\n')) cpSync(join(root, name), join(folder, name))
  return folder
}

test('without a version the action builds the source that it was checked out with', async () => {
  const { url } = await untilTestEnds(served())
  const done = await runAction({ ...smoke, target: url }, bareMachine(await checkedOut()))
  expect(done).toMatchObject({ hasFailed: false, outputs: { verdict: 'conforming' } })
})

test('with a version it installs that of the package', async () => {
  const { url } = await untilTestEnds(served())
  const archive = await packed(scratchFolder())
  const done = await runAction({ ...smoke, target: url, version: `file:${archive}` }, bareMachine(scratchFolder()))
  expect(done).toMatchObject({ hasFailed: false, outputs: { verdict: 'conforming' } })
})

test('a version that does not exist fails the job before anything is sent', async () => {
  const done = await runAction({ ...smoke, version: 'file:nowhere.tgz' }, bareMachine(scratchFolder()))
  expect(done).toMatchObject({ hasFailed: true, outputs: { verdict: '', status: '' } })
  expect(done.ran).not.toContain('Test the gateway')
})
