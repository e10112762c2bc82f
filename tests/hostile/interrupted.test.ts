import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Report } from '../../conformance/core/model/report.ts'
import { capturedIo } from '../../conformance/product/cli/captured-io.fixture.ts'
import { runCli } from '../../conformance/product/cli/run-cli.ts'
import { startReferenceServer } from '../../reference-server/index.ts'
import { allResults } from '../../reports/result.ts'
import { httpServer, type Listening } from '../servers.ts'
import { canary, forget, reportOf, runMgi } from './run-mgi.ts'

/** Starts a proxy in front of the reference server that calls back after `most` requests. */
async function counting(
  most: number,
  reached: () => void,
  answers = true,
): Promise<Listening & { count: () => number }> {
  const reference = await startReferenceServer({ keys: [canary] })
  let count = 0
  const server = await httpServer(async (request, response) => {
    count += 1
    if (count === most) reached()
    if (count >= most && !answers) return
    const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)] as [string, string])
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const body = pieces.length === 0 ? {} : { body: Buffer.concat(pieces) }
    const skipped = ['connection', 'host', 'content-length', 'transfer-encoding', 'accept-encoding']
    const reply = await fetch(reference.url + request.url, {
      method: request.method ?? 'GET',
      headers: headers.filter(([name]) => !skipped.includes(name)),
      ...body,
    })
    const type = reply.headers.get('content-type') ?? 'text/plain'
    response.writeHead(reply.status, { 'content-type': type }).end(Buffer.from(await reply.arrayBuffer()))
  })
  return {
    url: server.url,
    count: () => count,
    close: () => Promise.all([server.close(), reference.close()]).then(() => {}),
  }
}

async function checked(folder: string) {
  const io = capturedIo({ cwd: folder })
  const status = await runCli(['check', 'out/exchanges.ndjson', '--out', 'again', '--quiet'], io)
  const report = JSON.parse(readFileSync(join(folder, 'again', 'results.json'), 'utf8')) as Report
  return { status, report, err: io.err() }
}

const words = (report: Report) =>
  allResults(report).map(
    ({ id, operation, verdict, reason, exchanges }) => `${id} ${operation} ${verdict} ${exchanges} ${reason}`,
  )

test.each([
  [1, 'SIGINT', 'interrupted by the user'],
  [2, 'SIGTERM', 'interrupted by SIGTERM'],
  [5, 'SIGINT', 'interrupted by the user'],
] as const)('a run that is interrupted at request %d by %s is judged again as it was judged', async (most, signal, said) => {
  let kill: ((signal: NodeJS.Signals) => void) | undefined
  const server = await counting(most, () => kill?.(signal), false)
  const options = ['--area', 'token-usage']
  const ended = await runMgi(server.url, options, {
    onStart: (by) => {
      kill = by
    },
  })
  try {
    expect(ended.status).toBe(130)
    const { report, status } = await checked(ended.folder)
    expect(status).toBe(3)
    expect(words(report)).toEqual(words(reportOf(ended)))
    expect(report.summary).toEqual(reportOf(ended).summary)
    expect(report.limits).toContain(said)
    expect(ended.stderr).toContain(`${said}: the reports contain the results so far\n`)
  } finally {
    await server.close()
    forget(ended)
  }
})

test('a run that is killed outright leaves evidence that is read, and said to be cut off', async () => {
  let kill: ((signal: NodeJS.Signals) => void) | undefined
  const server = await counting(4, () => kill?.('SIGKILL'))
  const ended = await runMgi(server.url, ['--area', 'token-usage', '--quiet'], {
    onStart: (by) => {
      kill = by
    },
  })
  try {
    expect(ended.status).toBeNull()
    // A killed process cannot remove its lock. The next command takes it over.
    expect(Object.keys(ended.files)).toEqual(['.mgi-lock', 'exchanges.ndjson'])
    const { status, err, report } = await checked(ended.folder)
    expect(status).toBe(3)
    expect(err).toMatch(/exchanges\.ndjson is cut off: the run that wrote it did not finish\n$/)
    expect(report.summary.requests).toBeGreaterThanOrEqual(1)
  } finally {
    await server.close()
    forget(ended)
  }
})

test.each([
  1, 3, 5,
])('a target is sent exactly the %d requests that were allowed, and nothing else passes', async (most) => {
  const server = await counting(Number.POSITIVE_INFINITY, () => {})
  const ended = await runMgi(server.url, ['--area', 'token-usage', '--quiet', '--max-requests', String(most)])
  try {
    expect(server.count()).toBe(most)
    expect(ended.status).toBe(3)
    const report = reportOf(ended)
    expect(report.summary.requests).toBe(most)
    expect(report.limits.join()).toMatch(/not sent: the maximum number of requests was reached/)
    const untested = allResults(report).filter(({ exchanges, verdict }) => exchanges === 0 && verdict !== 'skipped')
    expect(untested).toEqual([])
  } finally {
    await server.close()
    forget(ended)
  }
})

test('a target that stops answering ends the run, which says so and keeps what it has', async () => {
  const server = await counting(30, () => {}, false)
  const ended = await runMgi(server.url, ['--area', 'messages', '--timeout', '2'])
  try {
    expect(ended.status).toBe(3)
    expect(ended.stderr).toContain('mgi: the run ended early: the target no longer answered since ')
    const report = reportOf(ended)
    expect(report.limits.join()).toContain('not sent: the target no longer answered')
    expect(report.summary.counts.pass).toBeGreaterThan(0)
    expect((await checked(ended.folder)).status).toBe(3)
  } finally {
    await server.close()
    forget(ended)
  }
})
