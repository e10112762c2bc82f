import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startReferenceServer } from '../../../../reference-server/index.ts'
import type { OperationResult, Report } from '../../../core/model/report.ts'
import { readEvidence } from '../../../engine/record/evidence/read-evidence.ts'
import { capturedIo } from '../../cli/captured-io.fixture.ts'
import { runCli } from '../../cli/run-cli.ts'

const folder = mkdtempSync(join(tmpdir(), 'har-large-'))
afterAll(() => rmSync(folder, { recursive: true }))

const requirement = 'images.edit-image-beyond-rejected'

interface Entry {
  readonly _exchange: { readonly id: string; readonly captured: readonly string[] }
  readonly request: {
    readonly bodySize: number
    readonly postData?: { readonly text: string; readonly comment?: string }
  }
}

async function resultOf(...args: readonly string[]): Promise<OperationResult> {
  await runCli([...args, '--quiet'], capturedIo({ cwd: folder }))
  const report = JSON.parse(readFileSync(join(folder, args[0]!, 'results.json'), 'utf8')) as Report
  return report.requirements.find(({ id }) => id === requirement)!.operations[0]!
}

async function largeBodies(): Promise<ReadonlyMap<string, Uint8Array>> {
  const bodies = new Map<string, Uint8Array>()
  for await (const item of readEvidence(join(folder, 'run/exchanges.ndjson')))
    if (item.kind === 'exchange' && item.exchange.request.body.length > 1024 * 1024)
      bodies.set(item.exchange.id, item.exchange.request.body)
  return bodies
}

test('a HAR leaves out large uploads with a comment, and requirements on them are not judged', async () => {
  const server = await startReferenceServer({ faults: ['overlook:images.edit-image-beyond-rejected'] })
  const run = await resultOf(
    ...['run', server.url, '--key', 'test-key', '--requirement', requirement],
    ...['--out', 'run', '--reporter', 'json,har'],
  )
  await server.close()
  expect(run.verdict).toBe('warn')

  const har = readFileSync(join(folder, 'run/exchanges.har'), 'utf8')
  expect(har.length).toBeLessThan(1024 * 1024)
  const { entries } = (JSON.parse(har) as { log: { entries: readonly Entry[] } }).log
  const bodies = await largeBodies()
  expect(bodies.size).toBeGreaterThan(0)
  for (const [id, body] of bodies) {
    const { _exchange: own, request } = entries.find((entry) => entry._exchange.id === id)!
    expect(own.captured).not.toContain('request-body')
    expect(request.bodySize).toBe(body.length)
    expect(request.postData?.text).toBe('')
    expect(request.postData?.comment).toContain(
      `${body.length} bytes, sha256:${createHash('sha256').update(body).digest('hex')}`,
    )
  }

  const checked = await resultOf('check', 'run/exchanges.har', '--out', 'check', '--reporter', 'json')
  expect(checked.verdict).toBe('skipped')
  expect(checked.reason).toContain('not captured: request body')
})
