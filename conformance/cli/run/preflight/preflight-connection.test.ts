import { createServer as createTlsServer } from 'node:https'
import { createServer as createSocketServer } from 'node:net'
import { Agent, request } from 'undici'
import { afterEach, expect, test } from 'vitest'
import { troubleOf } from '../../../sources/network-trouble.ts'
import { expired, forAnotherHost, privateKey, selfSigned } from '../target/certificates.golden.ts'
import { closeLeftovers, json, leftovers, listening, plain, preflight } from './preflight.golden.ts'
import { remedyFor } from './trouble.ts'

afterEach(closeLeftovers)

const withTls = (cert: string) => listening(createTlsServer({ key: privateKey, cert }, (_, response) => response.end()))

test('a port that wants TLS is told, whether it hangs up or says so', async () => {
  const port = await withTls(selfSigned)
  expect((await preflight(`http://127.0.0.1:${port}`)).halt).toContain(`https://127.0.0.1:${port}`)
  const talking = await plain((_, response) =>
    response.writeHead(400, { 'content-type': 'text/html' }).end('The plain HTTP request was sent to HTTPS port'),
  )
  expect((await preflight(talking)).halt).toBe(`${talking} wants TLS: use ${talking.replace('http:', 'https:')}`)
})

test('a port that speaks no TLS is told', async () => {
  const server = await plain(json(200, {}))
  const { halt } = await preflight(server.replace('http:', 'https:'))
  expect(halt).toContain(`TLS is not spoken there; try ${server}`)
})

test('a certificate of nobody known is told, with the remedy', async () => {
  const { halt } = await preflight(`https://127.0.0.1:${await withTls(selfSigned)}`, { config: 'c.yaml' })
  expect(halt).toContain(
    'comes from no authority that is trusted here; name your own with --ca FILE, under tls: (ca) in c.yaml',
  )
})

test.each([
  ['that has run out', expired, 'its certificate has expired'],
  ['for another host', forAnotherHost, 'its certificate is for another host than 127.0.0.1'],
])('a certificate %s is told apart from one that is not trusted', async (_, cert, advice) => {
  const url = `https://127.0.0.1:${await withTls(cert)}`
  const dispatcher = new Agent({ connect: { ca: cert } })
  leftovers.push(() => dispatcher.destroy())
  const error = await request(url, { dispatcher }).catch((thrown: unknown) => thrown)
  expect(remedyFor(troubleOf(error) ?? 'none', { url })).toContain(advice)
})

test('a server that wants a client certificate is told', async () => {
  const server = createTlsServer({ key: privateKey, cert: selfSigned, requestCert: true, rejectUnauthorized: true })
  const url = `https://127.0.0.1:${await listening(server)}`
  const dispatcher = new Agent({ connect: { ca: selfSigned } })
  leftovers.push(() => dispatcher.destroy())
  const error = await request(url, { dispatcher }).catch((thrown: unknown) => thrown)
  expect(remedyFor(troubleOf(error) ?? 'none', { url, config: 'c.yaml' })).toMatch(/client certificate.* in c\.yaml/)
  for (const trouble of ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE'])
    expect(remedyFor(trouble, { url, config: 'c.yaml' })).toContain(
      'name one with --cert and --cert-key, or under tls: (cert, key) in c.yaml',
    )
})

test('what is no HTTP server is told', async () => {
  const port = await listening(createSocketServer((socket) => socket.end('220 mail.test ready\r\n')))
  expect((await preflight(`http://127.0.0.1:${port}`)).halt).toContain('what answers there is not an HTTP server')
})

test('a proxy that is not there is told apart from a target that is not', () => {
  expect(remedyFor('ECONNREFUSED', { url: 'http://x', proxy: 'http://proxy:3128' })).toContain('is the proxy right')
})
