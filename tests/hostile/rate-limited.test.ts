import { expect, test } from 'vitest'
import { startReferenceServer } from '../../reference-server/index.ts'
import { httpServer } from '../servers.ts'
import { withoutPauses } from '../without-pauses.ts'
import { canary, forget, reportOf, runMgiHere } from './run-mgi.ts'

test.each([
  [
    'a day',
    '86400',
    '300',
    /the target asked to wait 24 h \(Retry-After\), longer than the 2 min that a run waits: run again/,
  ],
  [
    'a minute',
    '60',
    '10',
    /the target asked to wait 60 s \(Retry-After\), and the time limit was reached .*--max-time/,
  ],
])('a target that asks to wait %s makes a run inconclusive, and every headline says so', async (_, after, most, words) => {
  const server = await httpServer((_, response) => response.writeHead(429, { 'retry-after': after }).end())
  const options = ['--area', 'token-usage', '--max-time', most, '--reporter', 'html,json,junit,markdown,terminal']
  const ended = await runMgiHere(server.url, options)
  try {
    expect(ended.status, ended.stderr).toBe(3)
    const { reason } = reportOf(ended).summary
    expect(reason).toMatch(words)
    const oneLine = (text = '') => text.replace(/\s+/g, ' ')
    for (const text of [ended.stdout, ended.files['report.html'], ended.files['report.md'], ended.files['junit.xml']])
      expect(oneLine(text)).toContain(reason.slice('t'.length, 'the target asked to wait 24 '.length))
    expect(ended.stderr).toMatch(words)
  } finally {
    await server.close()
    forget(ended)
  }
})

/** Starts the reference server with a limit: after some requests it answers a number of empty 429s, again and again. */
async function limited(most: number, rejections: number) {
  const reference = await startReferenceServer({ keys: [canary] })
  let count = 0
  let rejected = 0
  const server = await httpServer(async (request, response) => {
    count += 1
    if ((count - 1) % (most + rejections) >= most) {
      rejected += 1
      return void response.writeHead(429).end()
    }
    const { authorization } = request.headers
    const headers = new Headers(authorization === undefined ? [] : [['authorization', authorization]])
    const reply = await fetch(reference.url + request.url, { headers })
    response
      .writeHead(reply.status, { 'content-type': reply.headers.get('content-type') ?? '' })
      .end(await reply.text())
  })
  const close = () => Promise.all([server.close(), reference.close()])
  return { url: server.url, close, rejected: () => rejected }
}

test('a limit that a run meets again and again costs it time and no verdict', async () => {
  const server = await limited(2, 3)
  const ended = await withoutPauses(() => runMgiHere(server.url, ['--area', 'token-usage']))
  try {
    expect(server.rejected()).toBeGreaterThan(0)
    expect(reportOf(ended).summary.reason).toContain('mandatory requirements that were tested passed')
    expect(ended.status).toBe(0)
    expect(reportOf(ended).summary.counts.inconclusive).toBe(0)
  } finally {
    await server.close()
    forget(ended)
  }
})

test('a limit that is not lifted in time: the run ends in time, inconclusive, and says why', async () => {
  const server = await limited(5, Number.POSITIVE_INFINITY)
  const ended = await runMgiHere(server.url, ['--area', 'token-usage', '--max-time', '10'])
  try {
    expect(ended.status, ended.stderr).toBe(3)
    const { limits, summary } = reportOf(ended)
    expect(limits.join()).toMatch(/not sent: the time limit was reached/)
    expect(summary.reason).toMatch(/kept answering/)
    expect(summary.counts.fail + summary.counts.warn).toBe(0)
  } finally {
    await server.close()
    forget(ended)
  }
})
