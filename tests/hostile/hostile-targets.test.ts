import { join } from 'node:path'
import { expect, test } from 'vitest'
import { capturedIo } from '../../conformance/cli/captured-io.golden.ts'
import { runCli } from '../../conformance/cli/run-cli.ts'
import { brokenHttp } from './broken-http.ts'
import { floods } from './floods.ts'
import type { Hostile } from './hostile.ts'
import { oddJson } from './odd-json.ts'
import { refusals } from './refusals.ts'
import { canary, type Ended, forget, reportOf, runMgi } from './run-mgi.ts'
import { silences } from './silences.ts'

/** Seconds that one exchange, and a whole run, may take; and what starting, judging and writing may add to it. */
const patience = { exchange: 0.5, run: 4, besides: 8 }
const options = ['--profile', 'smoke', '--timeout', String(patience.exchange), '--max-time', String(patience.run)]

const hostiles: readonly Hostile[] = [...silences, ...floods, ...brokenHttp, ...oddJson, ...refusals]

test.concurrent.each(hostiles)('a run ends by itself, whole and small, against a target that $name', async (hostile) => {
  const ended = await ranAgainst(hostile)
  try {
    expect(ended.status, ended.stderr).toBe(hostile.status ?? 3)
    expect(ended.milliseconds).toBeLessThan((patience.run + patience.besides) * 1000)
    expect(ended.peakMegabytes).toBeGreaterThan(20)
    expect(ended.peakMegabytes).toBeLessThan(300)
    assertWhole(ended)
    assertDiscreet(ended)
    expect(await checkedAgain(ended)).toBe(ended.status)
  } finally {
    forget(ended)
  }
})

async function ranAgainst({ start, area = 'messages' }: Hostile): Promise<Ended> {
  const server = await start()
  try {
    return await runMgi(server.url, [...options, '--area', area, '--reporter', 'html,json,junit,markdown,terminal'])
  } finally {
    await server.close()
  }
}

function assertWhole(ended: Ended): void {
  const { files } = ended
  expect(Object.keys(files).sort()).toEqual(['exchanges.ndjson', 'junit.xml', 'report.html', 'report.md', 'results.json'])
  expect(reportOf(ended).summary.verdict).toBe(ended.status === 1 ? 'nonconforming' : 'inconclusive')
  for (const line of files['exchanges.ndjson']!.trimEnd().split('\n')) JSON.parse(line)
  expect(files['junit.xml']!.trimEnd().endsWith('</testsuites>')).toBe(true)
  expect(files['report.html']!.trimEnd().endsWith('</html>')).toBe(true)
}

/** Neither the key, nor a stack trace, nor a character that acts on a terminal. */
function assertDiscreet({ files, stdout, stderr }: Ended): void {
  const texts = [...Object.values(files), stdout, stderr]
  expect(texts.filter((text) => text.includes(canary))).toEqual([])
  expect(stdout + stderr).not.toMatch(/\n\s+at .*:\d+|internal error/)
  expect(stdout + stderr).not.toMatch(/[\0-\x08\x0b-\x1f\x7f-\x9f]/)
}

async function checkedAgain({ folder }: Ended): Promise<number> {
  return runCli(['check', join(folder, 'out', 'exchanges.ndjson'), '--quiet'], capturedIo({ cwd: folder }))
}
