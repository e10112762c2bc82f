import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startReferenceServer } from '../../../../reference-server/index.ts'
import type { Report } from '../../../core/model/report.ts'
import { catalogue } from '../../../specification/catalogue.ts'
import { capturedIo } from '../../cli/captured-io.fixture.ts'
import { runCli } from '../../cli/run-cli.ts'

const folder = mkdtempSync(join(tmpdir(), 'har-runs-'))
afterAll(() => rmSync(folder, { recursive: true }))

interface Har {
  readonly log: { creator: { name: string; version: string }; entries: Entry[] }
}

interface Entry {
  _exchange?: object
  readonly request: {
    url: string
    headers: { name: string; value: string }[]
    postData?: { text: string; _encoding?: string }
  }
  readonly response: { headers: { name: string; value: string }[] }
}

let run: Report
let har: string

beforeAll(async () => {
  const server = await startReferenceServer({ faults: ['messages-stream-no-stop', 'usage-sum-wrong'] })
  run = await reportOf('run', server.url, '--key', 'test-key', '--profile', 'smoke')
  await server.close()
  har = readFileSync(join(folder, 'reports/exchanges.har'), 'utf8')
})

async function reportOf(...args: string[]): Promise<Report> {
  const io = capturedIo({ cwd: folder })
  await runCli([...args, '--out', 'reports', '--reporter', args[0] === 'run' ? 'json,har' : 'json', '--quiet'], io)
  return JSON.parse(readFileSync(join(folder, 'reports/results.json'), 'utf8')) as Report
}

function verdicts({ requirements }: Report): ReadonlyMap<string, string> {
  return new Map(requirements.map(({ id, verdict }) => [id, verdict]))
}

test('a HAR of a run gives the same verdicts, except for chunk timing', async () => {
  writeFileSync(join(folder, 'ours.har'), har)
  const checked = verdicts(await reportOf('check', 'ours.har'))
  expect([...verdicts(run).values()].filter((verdict) => verdict === 'fail').length).toBeGreaterThan(0)
  const others = [...verdicts(run)].filter(([id, verdict]) => checked.get(id) !== verdict).map(([id]) => id)
  const timed = catalogue.requirements.filter(({ needs }) => needs.includes('chunks')).map(({ id }) => id)
  expect(timed).toEqual(['messages.stream-delivery'])
  expect(others.filter((id) => !timed.includes(id))).toEqual([])
  for (const id of others) expect(checked.get(id)).toBe('inconclusive')
})

/** Returns the same traffic as another program exports it. */
function asExportedBy(creator: string, isSanitised: boolean): string {
  const { log } = JSON.parse(har) as Har
  const bared = (line: { name: string }) => !/^(authorization|x-.*key)$/i.test(line.name)
  const lower = (lines: { name: string; value: string }[]) =>
    lines.map(({ name, value }) => ({
      name: name.toLowerCase(),
      value: value.replace(/«key:(\w+)(:sk)?»/, '$2-secret-$1'),
    }))
  const entries = log.entries.map(({ _exchange, request, response, ...rest }) => {
    const url = new URL(request.url)
    if (isSanitised) url.searchParams.delete('key')
    const { text = '', _encoding, ...post } = request.postData ?? {}
    const lossy = _encoding === undefined ? text : Buffer.from(text, 'base64').toString('utf8')
    const headers = [{ name: ':method', value: 'POST' }, ...lower(request.headers)].filter(
      (line) => !isSanitised || bared(line),
    )
    const postData = request.postData === undefined ? {} : { postData: { ...post, text: lossy } }
    return {
      ...rest,
      request: { ...request, ...postData, url: url.href, headers },
      response: { ...response, headers: lower(response.headers) },
    }
  })
  return `\ufeff${JSON.stringify({ log: { ...log, creator: { name: creator, version: '1' }, entries: entries.reverse() } }, null, 2)}`
}

test.each([
  ['WebInspector', true],
  ['WebInspector', false],
  ['Firefox', true],
  ['Firefox', false],
  ['mitmproxy', false],
] as const)('a HAR of %s adds no failures to those of the run (sanitised: %s)', async (creator, isSanitised) => {
  writeFileSync(join(folder, 'other.har'), asExportedBy(creator, isSanitised))
  const before = verdicts(run)
  const accused = [...verdicts(await reportOf('check', 'other.har'))].filter(([, verdict]) => /fail|warn/.test(verdict))
  expect(accused.filter(([id, verdict]) => before.get(id) !== verdict)).toEqual([])
  expect(accused.length).toBeGreaterThan(0)
})
