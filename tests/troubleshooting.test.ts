import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { type AdvisedTarget, preflightAdvice } from '../conformance/product/run/preflight/advice.ts'
import type { Diagnosis } from '../conformance/product/run/preflight/diagnose.ts'

const page = readFileSync(new URL('../docs/troubleshooting.md', import.meta.url), 'utf8')

/** The parts of messages in the first column of the page's tables. */
const fragments = [...page.matchAll(/^\| `([^`]+)` \|/gm)].map(([, fragment]) => fragment!)

const aim: AdvisedTarget = {
  url: 'https://gateway.test/v1',
  places: 'https://gateway.test/v1',
  timeoutSeconds: 60,
  keyFrom: '--key or MGI_API_KEY',
}
const proxied: AdvisedTarget = { ...aim, proxy: 'http://proxy.test:3128' }
const elsewhere = { kind: 'elsewhere', statuses: [404] } as const
const at = (location: string) => ({ ...elsewhere, redirect: { location, path: '/v1/messages' } })

const troubles = [
  ...['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'ETIMEDOUT', 'ERR_SSL_WRONG_VERSION_NUMBER', 'CERT_HAS_EXPIRED'],
  ...['CERT_NOT_YET_VALID', 'ERR_TLS_CERT_ALTNAME_INVALID', 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED'],
  ...['DEPTH_ZERO_SELF_SIGNED_CERT', 'EPROTO', 'HPE_INVALID_CONSTANT', 'ECONNRESET', 'EWHATEVER'],
]

const diagnoses: readonly (readonly [Diagnosis, AdvisedTarget])[] = [
  ...troubles.map((trouble) => [{ kind: 'unreachable', trouble } as const, aim] as const),
  ...['ECONNREFUSED', 'PROXY_STATUS_403', 'PROXY_STATUS_407'].map(
    (trouble) => [{ kind: 'unreachable', trouble } as const, proxied] as const,
  ),
  ...(
    [
      { kind: 'silent' },
      { kind: 'unfinished' },
      { kind: 'unavailable', statuses: [503] },
      { kind: 'key-rejected', statuses: [401] },
      { kind: 'wants-tls' },
      { kind: 'model-unknown', models: ['messages-model-1'], statuses: [404] },
      elsewhere,
      { ...elsewhere, page: 'Welcome' },
      at('https://other.test/api/v1/messages'),
      at('/login'),
      at('https://gateway.test/v1/v1/messages'),
    ] as const
  ).map((diagnosis) => [diagnosis, aim] as const),
]

test.each(diagnoses)('what %o makes a run say is explained', (diagnosis, given) => {
  const message = preflightAdvice(diagnosis, given)
  expect(
    fragments.filter((fragment) => message.includes(fragment)),
    message,
  ).not.toEqual([])
})

test('every message that is explained is one that the suite writes', () => {
  const folder = fileURLToPath(new URL('../conformance/', import.meta.url))
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(folder + name, 'utf8'))
    .join('\n')
  expect(fragments.length).toBeGreaterThan(30)
  expect(fragments.filter((fragment) => !sources.includes(fragment))).toEqual([])
})
