import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { key, startedWatch, startFixableGateway } from '../../conformance/product/cli/watch/fixable-gateway.fixture.ts'

const folder = mkdtempSync(join(tmpdir(), 'watch-'))
afterAll(() => rmSync(folder, { recursive: true }))

test.each([
  ['of a drawn request', ['overlook:messages.tools-type-rejected'], ['--requirement', 'messages.tools-type-rejected']],
  ['of a probe', ['content-key-of-connection'], ['--requirement', 'content.*-key-unauthenticated']],
])('a failure %s gets green', async (_what, faults, args) => {
  const gateway = await startFixableGateway(faults)
  onTestFinished(gateway.close)
  const { io, stdin, end, status } = startedWatch(folder, [gateway.url, '--key', key, ...args, '--out', 'drawn'])
  const shows = (words: RegExp) => expect.poll(io.err).toMatch(words)
  await shows(/Waiting for changes/)
  expect(io.out()).toContain('NONCONFORMING')
  gateway.be('fixed')
  stdin.write('\n')
  await shows(
    /pass(?:es)? now\n(?:.*\n)*Running everything \(all failed cases pass now\)\n(?:.*\n)*Waiting for changes/,
  )
  expect(io.out()).toMatch(/✗ NONCONFORMING.*✓ CONFORMING/s)
  end()
  expect(await status).toBe(130)
})
