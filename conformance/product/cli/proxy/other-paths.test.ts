import { expect, test } from 'vitest'
import { httpServer } from '../../../../tests/servers.ts'
import { whileProxying } from './while-proxying.fixture.ts'

/** Returns what the report says of requests that a gateway answers with 404. */
async function toldOf(paths: readonly string[], ...options: readonly string[]): Promise<string> {
  const target = await httpServer((incoming, outgoing) => {
    incoming.resume()
    outgoing.writeHead(404).end()
  })
  let told = ''
  await whileProxying(
    ['--target', target.url, '--quiet', ...options],
    async (url) => {
      for (const path of paths) await (await fetch(url + path, { method: 'POST' })).text()
    },
    ({ report }) => {
      told = report.limits[0]!
    },
  )
  await target.close()
  return told
}

test('a path of the newest Google clients that the gateway does not serve is none of the specification', async () => {
  const told = await toldOf(['/v1/models/m:generateContent'])
  expect(told).toBe(
    '0 of 1 forwarded request judged; not judged: 1 to paths that are not in the specification (POST /v1/models/m:generateContent)',
  )
  expect(await toldOf(['/v1/models/m:generateContent'], '--vendor-headers', 'none')).toBe(told)
})

test('some of the other paths are named, without their queries', async () => {
  const paths = ['/openai/deployments/d/images/edits?api-version=1', '/b?key=k', '/b?key=l', '/secret-word', '/d']
  expect(await toldOf(paths, '--mask', 'secret-word')).toBe(
    '0 of 5 forwarded requests judged; not judged: 5 to paths that are not in the specification (POST /openai/deployments/d/images/edits, POST /b, POST /«masked» and others)',
  )
})

test('a query that keeps a request from being one of the specification is named', async () => {
  expect(await toldOf(['/v1beta/models/m:streamGenerateContent?key=k'])).toContain(
    '1 to paths that are not in the specification (the specification describes streamGenerateContent only with alt=sse)',
  )
})
