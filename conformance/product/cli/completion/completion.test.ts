import { expect, test } from 'vitest'
import { expectGolden } from '../../../../tests/golden-file.ts'
import { capturedIo } from '../captured-io.fixture.ts'
import { commands } from '../commands.ts'
import { runCli } from '../run-cli.ts'

async function completion(...args: readonly string[]) {
  const io = capturedIo({})
  return { status: await runCli(['completion', ...args], io), out: io.out(), err: io.err() }
}

test.each([
  'bash',
  'zsh',
  'fish',
])('the %s script matches its golden file and contains every command and option', async (shell) => {
  const { status, out } = await completion(shell)
  expect(status).toBe(0)
  for (const { name, load } of commands) {
    expect(out).toContain(name)
    for (const option of Object.keys((await load()).options)) expect(out).toMatch(new RegExp(`(--|-l )${option}\\b`))
  }
  expectGolden(new URL(`../golden/completion.${shell}`, import.meta.url), out)
})

test('an unknown shell is a usage error that lists the supported shells', async () => {
  const { status, out, err } = await completion('tcsh')
  expect({ status, out, err }).toEqual({
    status: 2,
    out: '',
    err: 'mgi: completion tcsh: name the shell: bash, zsh, fish\n',
  })
  expect((await completion()).err).toBe('mgi: completion: name the shell: bash, zsh, fish\n')
})

test('help lines have at most 80 columns', async () => {
  for (const { name } of commands) {
    const io = capturedIo({})
    await runCli([name, '--help'], io)
    for (const line of io.out().split('\n')) expect(line.length, line).toBeLessThanOrEqual(80)
  }
})
