import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hostiles } from './hostiles.ts'
import { multiplied } from './much-evidence.ts'
import { type Ended, forget, reportOf, runCommand, runMgi } from './run-mgi.ts'
import { survives } from './survives.ts'

test.each(
  hostiles.filter(({ isHeavy }) => isHeavy === true),
)('a run ends by itself, and below 400 MB, against a target that $name', async (hostile) => {
  await survives(hostile, inLittleMemory)
})

/** Timeouts that are long enough for probes that wait for several such responses at once. */
const longer = { exchange: 1, run: 10 }
const worst = [
  // The content type of a stream can be read, however large its body is.
  { name: 'sends 200 MB as a picture', mayBreak: /^content\.stream-content-type$/ },
  { name: 'sends 200 MB of JSON in one string', mayBreak: /^content\.stream-content-type$/ },
  { name: 'sends a million small events', mayBreak: /^messages\.stream-payload$/ },
]

test.each(worst)('so does a standard run of everything against a target that $name', async ({ name, ...more }) => {
  const hostile = hostiles.find((one) => one.name === name)!
  await survives({ ...hostile, patience: longer, ...more }, inLittleMemory, 'standard')
})

test('8,000 lines of evidence are judged in less than 600 MB', async () => {
  const run = await runCommand((out) => ['run', '--out', out, '--quiet'])
  const much = join(run.folder, 'much.ndjson')
  multiplied(join(run.folder, 'out/exchanges.ndjson'), 8_000, much)
  const checked = await runCommand((out) => ['check', much, '--out', out, '--quiet'])
  expect(checked.stderr).toBe('')
  expect(reportOf(checked).summary.requests).toBe(7_998)
  expect(checked.peakMegabytes).toBeGreaterThan(100)
  expect(checked.peakMegabytes).toBeLessThan(600)
  for (const ended of [run, checked]) forget(ended)
})

async function inLittleMemory(url: string, options: readonly string[]): Promise<Ended> {
  const ended = await runMgi(url, options)
  expect(ended.peakMegabytes).toBeGreaterThan(20)
  expect(ended.peakMegabytes).toBeLessThan(400)
  return ended
}
