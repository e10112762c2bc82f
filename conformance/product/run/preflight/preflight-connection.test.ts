import { createServer as createTlsServer } from 'node:https'
import { Agent, request } from 'undici'
import { expect, onTestFinished, test } from 'vitest'
import { serve, untilTestEnds } from '../../../../tests/serve.ts'
import { listening, socketServer } from '../../../../tests/servers.ts'
import { troubleOf } from '../../../engine/record/client/network-trouble.ts'
import { expired, forAnotherHost, privateKey, selfSigned } from '../../cli/run/target/certificates.fixture.ts'
import { remedyFor } from './advice.ts'
import { json, preflight } from './preflight.fixture.ts'

/** Starts a server with this certificate and returns its URL. */
async function withTls(cert: string, options: object = {}): Promise<string> {
  const server = createTlsServer({ key: privateKey, cert, ...options }, (_, response) => response.end())
  return (await untilTestEnds(listening(server))).url
}

test('a port that requires TLS is reported if it hangs up or returns an error', async () => {
  const url = await withTls(selfSigned)
  expect((await preflight(url.replace('https:', 'http:'))).halt).toContain(url)
  const { url: talking } = await serve((_, response) =>
    response.writeHead(400, { 'content-type': 'text/html' }).end('The plain HTTP request was sent to HTTPS port'),
  )
  expect((await preflight(talking)).halt).toBe(`${talking} expects TLS: use ${talking.replace('http:', 'https:')}`)
})

test('a port without TLS is reported', async () => {
  const { url } = await serve(json(200, {}))
  const { halt } = await preflight(url.replace('http:', 'https:'))
  expect(halt).toContain(`the server does not use TLS; try ${url}`)
})

test('a certificate from an unknown authority is reported with the remedy', async () => {
  const { halt } = await preflight(await withTls(selfSigned), { config: 'c.yaml' })
  expect(halt).toContain(
    'was not issued by an authority that this machine trusts; name yours with --ca FILE, under tls: (ca) in c.yaml',
  )
})

test.each([
  ['that has expired', expired, 'its certificate has expired'],
  ['for another host', forAnotherHost, 'its certificate is for another host than 127.0.0.1'],
])('a certificate %s is distinguished from an untrusted one', async (_, cert, advice) => {
  const url = await withTls(cert)
  const dispatcher = new Agent({ connect: { ca: cert } })
  onTestFinished(() => dispatcher.destroy())
  const error = await request(url, { dispatcher }).catch((thrown: unknown) => thrown)
  expect(remedyFor(troubleOf(error) ?? 'none', { url })).toContain(advice)
})

test('a server that requires a client certificate is reported', async () => {
  const url = await withTls(selfSigned, { requestCert: true, rejectUnauthorized: true })
  const dispatcher = new Agent({ connect: { ca: selfSigned } })
  onTestFinished(() => dispatcher.destroy())
  const error = await request(url, { dispatcher }).catch((thrown: unknown) => thrown)
  expect(remedyFor(troubleOf(error) ?? 'none', { url, config: 'c.yaml' })).toMatch(/client certificate.* in c\.yaml/)
  for (const trouble of ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE'])
    expect(remedyFor(trouble, { url, config: 'c.yaml' })).toContain(
      'give one with --cert and --cert-key, or under tls: (cert, key) in c.yaml',
    )
})

test('a server that does not use HTTP is reported', async () => {
  const { url } = await untilTestEnds(socketServer((socket) => socket.end('220 mail.test ready\r\n'), true))
  expect((await preflight(url)).halt).toContain('the server there is not an HTTP server')
})

test('a server that sends 100 Continue unasked is told so', async () => {
  const answer = 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}'
  const { url } = await untilTestEnds(socketServer((socket) => socket.end(answer)))
  expect((await preflight(url)).halt).toContain('it sends 100 Continue before its responses although no request asks')
})

test('an unreachable proxy is distinguished from an unreachable target', () => {
  expect(remedyFor('ECONNREFUSED', { url: 'http://x', proxy: 'http://proxy:3128' })).toContain(
    'is the address of the proxy right',
  )
})
