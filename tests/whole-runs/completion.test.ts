import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { capturedIo } from '../../conformance/product/cli/captured-io.fixture.ts'
import { runCli } from '../../conformance/product/cli/run-cli.ts'

/** Returns the completions of a real bash for the last of these words. */
async function offered(...words: readonly string[]): Promise<readonly string[]> {
  const io = capturedIo({})
  await runCli(['completion', 'bash'], io)
  const ask = `${io.out()}\nCOMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _mgi; printf '%s\\n' "\${COMPREPLY[@]}"`
  return execFileSync('bash', ['-c', ask, 'bash', ...words], { encoding: 'utf8' })
    .trim()
    .split('\n')
}

test('bash completes commands, options and the values of options', async () => {
  expect(await offered('mgi', 'com')).toEqual(['compare', 'completion'])
  expect(await offered('mgi', 'run', '--pro')).toEqual(['--profile', '--proxy'])
  expect(await offered('mgi', 'run', '--profile', 's')).toEqual(['smoke', 'standard'])
  expect(await offered('mgi', 'check', 'a', '--str')).toEqual(['--strict'])
})
