import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { startReferenceServer } from '../../../../reference-server/index.ts'
import type { Report } from '../../../core/model/report.ts'
import { readKnownFailures } from '../../config/known-failures/read.ts'
import { writeKnownFailures } from '../../config/known-failures/write.ts'
import { capturedIo } from '../captured-io.fixture.ts'
import { runCli } from '../run-cli.ts'

/** A requirement that the gateway violates, and one that it satisfies. */
export const broken = 'usage.reply-message'
export const kept = 'usage.plain-request-accepted'

/** Returns a gateway with one defect and a folder for its runs. They exist while the tests of a file run. */
export function brokenGateway() {
  const folder = mkdtempSync(join(tmpdir(), 'known-'))
  let server: Awaited<ReturnType<typeof startReferenceServer>>
  beforeAll(async () => {
    server = await startReferenceServer({ keys: ['a-secret-key'], faults: ['usage-message-null'] })
  })
  afterAll(async () => {
    await server.close()
    rmSync(folder, { recursive: true })
  })
  const mgi = async (...args: readonly string[]) => {
    const io = capturedIo({ cwd: folder, env: { MGI_API_KEY: 'a-secret-key' } })
    return { status: await runCli(args, io), out: io.out(), err: io.err() }
  }
  const run = (...more: readonly string[]) => {
    // `--plan` does not write these reports.
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
  /** Copies the evidence of the last run without its limits, so that it counts as complete. */
  const whole = (): string => {
    const evidence = readFileSync(join(folder, 'mgi-report/exchanges.ndjson'), 'utf8')
    writeFileSync(join(folder, 'whole.ndjson'), evidence.replace(/"limits":\[[^\]]*\]/, '"limits":[]'))
    return 'whole.ndjson'
  }
  /** Updates a list of known failures from a complete run. */
  const update = async (name: string): Promise<string> => {
    await mgi('check', whole(), '--known-failures', name, '--out', 'updated', '--quiet', '--reporter', 'json')
    const file = join(folder, name)
    const { entries } = readKnownFailures({ file, name })
    const write = { file, name, replaces: true }
    return `${(await writeKnownFailures(report('updated'), { entries, write })).note}`
  }
  return { report, list, whole, update }
}
