import { join } from 'node:path'
import { expect } from 'vitest'
import { capturedIo } from '../../conformance/product/cli/captured-io.fixture.ts'
import { runCli } from '../../conformance/product/cli/run-cli.ts'
import type { Hostile } from './hostile.ts'
import { canary, type Ended, forget, reportOf, type runMgiHere } from './run-mgi.ts'

/** Timeouts in seconds of an exchange and of all sending, for targets about which a run need not find out anything. */
const short = { exchange: 0.5, run: 2 }
/** For targets whose responses must arrive, even on a busy machine. They answer at once. */
const ample = { exchange: 20, run: 120 }

/**
 * Asserts that a run against a hostile target ends by itself with the expected verdict, complete output, and no leaked
 * secret. The run is a smoke run of the target's area, or a standard run of all areas.
 */
export async function survives(
  hostile: Hostile,
  run: typeof runMgiHere,
  profile: 'smoke' | 'standard' = 'smoke',
): Promise<void> {
  const server = await hostile.start()
  const { area = 'token-usage', patience = hostile.status === 1 ? ample : short } = hostile
  const scope = profile === 'smoke' ? ['--area', area] : []
  const limits = ['--profile', profile, '--timeout', String(patience.exchange), '--max-time', String(patience.run)]
  let ended: Ended | undefined
  try {
    ended = await run(server.url, [...scope, ...limits, '--reporter', 'html,json,junit,markdown,terminal'])
    assertVerdict(hostile, ended)
    assertWhole(ended)
    assertDiscreet(ended)
    expect(await checkedAgain(ended)).toBe(ended.status)
  } finally {
    await server.close()
    if (ended !== undefined) forget(ended)
  }
}

function assertVerdict({ status = 3, mayBreak }: Hostile, ended: Ended): void {
  const { requirements } = reportOf(ended)
  const broken = requirements.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)
  const isFoundOut = mayBreak === undefined ? status === 1 : broken.length > 0
  expect(ended.status, ended.stderr).toBe(isFoundOut ? 1 : 3)
  expect(broken.filter((id) => mayBreak?.test(id) === false)).toEqual([])
}

function assertWhole(ended: Ended): void {
  const { files } = ended
  const names = ['exchanges.ndjson', 'junit.xml', 'report.html', 'report.md', 'results.json']
  // A run stores minimised failing requests in `counterexamples.json` for the next run, if it has any.
  expect(
    Object.keys(files)
      .filter((name) => name !== 'counterexamples.json')
      .sort(),
  ).toEqual(names)
  expect(reportOf(ended).summary.verdict).toBe(ended.status === 1 ? 'nonconforming' : 'inconclusive')
  for (const line of files['exchanges.ndjson']!.trimEnd().split('\n')) JSON.parse(line)
  expect(files['junit.xml']!.trimEnd().endsWith('</testsuites>')).toBe(true)
  expect(files['report.html']!.trimEnd().endsWith('</html>')).toBe(true)
}

/** Asserts that the output contains no key, no stack trace and no terminal control character. */
function assertDiscreet({ files, stdout, stderr }: Ended): void {
  const texts = [...Object.values(files), stdout, stderr]
  expect(texts.filter((text) => text.includes(canary))).toEqual([])
  expect(stdout + stderr).not.toMatch(/\n\s+at .*:\d+|internal error/)
  expect(stdout + stderr).not.toMatch(/[\0-\x08\x0b-\x1f\x7f-\x9f]/)
}

async function checkedAgain({ folder }: Ended): Promise<number> {
  return runCli(['check', join(folder, 'out', 'exchanges.ndjson'), '--quiet'], capturedIo({ cwd: folder }))
}
