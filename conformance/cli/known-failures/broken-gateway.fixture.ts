import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { startReferenceServer } from '../../../reference-server/index.ts'
import { readKnownFailures } from '../../config/known-failures/read.ts'
import { writeKnownFailures } from '../../config/known-failures/write.ts'
import type { Report } from '../../model/report.ts'
import { capturedIo } from '../captured-io.fixture.ts'
import { runCli } from '../run-cli.ts'

/** Requirements that the gateway violates, and one that it satisfies. */
export const broken = 'usage.reply-message'
export const kept = 'usage.plain-request-accepted'

/** A gateway with one defect, up while the tests of a file run, and a folder in which it is judged. */
export function brokenGateway() {
  const folder = mkdtempSync(join(tmpdir(), 'known-'))
  let server: Awaited<ReturnType<typeof startReferenceServer>>
  beforeAll(async () => {
    server = await startReferenceServer({ keys: ['a-secret-key'], faults: ['usage-message-null'] })
  }, 120_000)
  afterAll(async () => {
    await server.close()
    rmSync(folder, { recursive: true })
  })
  const mgi = async (...args: readonly string[]) => {
    const io = capturedIo({ cwd: folder, env: { MGI_API_KEY: 'a-secret-key' } })
    return { status: await runCli(args, io), out: io.out(), err: io.err() }
  }
  const run = (...more: readonly string[]) => {
    // A plan has no such reports.
    const reporter = more.includes('--plan') ? [] : ['--reporter', 'json,terminal']
    return mgi('run', server.url, '--area', 'token-usage', ...reporter, ...more)
  }
  return { folder, mgi, run, ...inFolder(folder, mgi) }
}

function inFolder(folder: string, mgi: (...args: readonly string[]) => Promise<unknown>) {
  const report = (out = 'mgi-report') => JSON.parse(readFileSync(join(folder, out, 'results.json'), 'utf8')) as Report
  const list = (name: string, entries: readonly object[]): string => {
    writeFileSync(join(folder, name), JSON.stringify(entries))
    return name
  }
  /** The evidence of the last run as if it had sent everything. */
  const whole = (): string => {
    const evidence = readFileSync(join(folder, 'mgi-report/exchanges.ndjson'), 'utf8')
    writeFileSync(join(folder, 'whole.ndjson'), evidence.replace(/"limits":\[[^\]]*\]/, '"limits":[]'))
    return 'whole.ndjson'
  }
  /** Has a list brought up to date by a run that sent everything. */
  const update = async (name: string): Promise<string> => {
    await mgi('check', whole(), '--known-failures', name, '--out', 'updated', '--quiet')
    const file = join(folder, name)
    const { entries } = readKnownFailures({ file, name })
    const write = { file, name, replaces: true }
    return `${writeKnownFailures(report('updated'), { entries, write })}`
  }
  return { report, list, whole, update }
}
