import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { startVitest } from 'vitest/node'
import { startReferenceServer } from '../../reference-server/index.ts'

const narrow = { key: 'test-key', areas: ['messages'], requirements: ['messages.stream-*'], profile: 'smoke' } as const
const index = fileURLToPath(new URL('../../conformance/product/vitest/index.ts', import.meta.url))
const failing = 'messages.stream-end'

test('tests of a faulty server fail with the finding, and are skipped where that is known', async () => {
  const faulty = await startReferenceServer({ faults: ['messages-stream-no-stop'] })
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'))
  const options = { ...narrow, target: faulty.url }
  writeFileSync(join(folder, 'plain.test.ts'), program(index, options))
  const plain = await outcomes(folder, 'plain')
  expect(plain.failed.map(({ name }) => name)).toEqual([expect.stringContaining(failing)])
  expect(plain.failed[0]?.message).toMatch(/^Stream ended without `message_stop`/)
  expect(plain.passed.length).toBeGreaterThan(3)
  const known = plain.failed.map(({ name }) => name.split(':')[0]).filter((id) => id?.startsWith('messages.'))
  writeFileSync(join(folder, 'known.test.ts'), program(index, { ...options, known }))
  const excused = await outcomes(folder, 'known')
  expect(excused.failed).toEqual([])
  expect(excused.passed.length).toBe(plain.passed.length)
  rmSync(folder, { recursive: true })
  await faulty.close()
})

test('results with one cause fail once, and the others name the test that failed', async () => {
  const faulty = await startReferenceServer({ faults: ['messages-error-as-string'] })
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'))
  const { requirements: _all, ...messages } = narrow
  writeFileSync(join(folder, 'cause.test.ts'), program(index, { ...messages, target: faulty.url }))
  const { failed, skipped } = await outcomes(folder, 'cause')
  await faulty.close()
  rmSync(folder, { recursive: true })
  expect(failed).toHaveLength(1)
  expect(skipped.map(({ note }) => note)).toContainEqual(expect.stringMatching(/^same cause as messages\./))
})

test('an unreachable gateway fails one test, whose first line is its URL and the error', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'))
  writeFileSync(join(folder, 'gone.test.ts'), program(index, { ...narrow, target: 'http://127.0.0.1:1' }))
  const { failed } = await outcomes(folder, 'gone')
  rmSync(folder, { recursive: true })
  expect(failed.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^inconclusive: http:\/\/127\.0\.0\.1:1 cannot be reached \(ECONNREFUSED\)/),
  ])
})

function program(index: string, options: object): string {
  return `import { describeConformance } from '${index}'\ndescribeConformance(${JSON.stringify(options)})\n`
}

/** Runs a test file in a separate Vitest and returns the outcomes of its tests. */
async function outcomes(folder: string, name: string) {
  const root = fileURLToPath(new URL('../../', import.meta.url))
  const vitest = await startVitest(
    'test',
    [name],
    {
      config: false,
      root: folder,
      watch: false,
      reporters: [{}],
      pool: 'forks',
      testTimeout: 60_000,
      server: { deps: { inline: [/.*/] } },
    },
    { server: { fs: { allow: [folder, root] } }, resolve: { alias: { vitest: join(root, 'node_modules/vitest') } } },
  )
  const tests = vitest.state.getTestModules().flatMap((module) => [...module.children.allTests()])
  await vitest.close()
  process.exitCode = undefined
  const told = tests.map((one) => ({
    name: one.name,
    state: one.result().state,
    message: one.result().errors?.[0]?.message ?? '',
    note: noteOf(one.result()),
  }))
  const of = (state: string) => told.filter((one) => one.state === state)
  return { failed: of('failed'), passed: of('passed'), skipped: of('skipped') }
}

function noteOf(result: object): string {
  return 'note' in result && typeof result.note === 'string' ? result.note : ''
}
