import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Listening, listening } from '../../../../../tests/servers.ts'
import { withoutPauses } from '../../../../../tests/without-pauses.ts'
import type { Report } from '../../../../core/model/report.ts'
import { capturedIo } from '../../captured-io.fixture.ts'
import { runCli } from '../../run-cli.ts'

const certificates = fileURLToPath(new URL('../../../../../tests/certificates/', import.meta.url))
const pem = (name: string) => readFileSync(certificates + name, 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'connection-'))
const server = createServer({ key: pem('server.key'), cert: pem('server.pem') }, (_, response) => {
  response.setHeader('content-type', 'application/json').end('{}')
})
let target: Listening

beforeAll(async () => {
  target = await listening(server)
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await target.close()
})

async function ran(...options: readonly string[]) {
  const io = capturedIo({ cwd: folder })
  const status = await runCli(
    ['run', target.url, '--key', 'a-secret-key', '--area', 'token-usage', '--reporter', 'json', ...options],
    io,
  )
  const { limits } = JSON.parse(readFileSync(join(folder, 'mgi-report/results.json'), 'utf8')) as Report
  return { status, err: io.err(), limits }
}

test('an unknown certificate authority ends the run with advice', async () => {
  const { status, err } = await withoutPauses(ran)
  expect(status).toBe(3)
  expect(err).toContain('was not issued by an authority that this machine trusts; name yours with --ca FILE')
})

test('a target with a custom certificate authority is judged with --ca', async () => {
  const { status, err, limits } = await ran('--ca', `${certificates}authority.pem`)
  expect({ status, limits }).toEqual({ status: 1, limits: ['only the areas token-usage'] })
  expect(err).not.toContain('certificate')
})

test('--insecure prints a warning even with --quiet, and is listed as a limit', async () => {
  const { status, err, limits } = await ran('--insecure', '--quiet')
  expect(status).toBe(1)
  expect(err).toMatch(/^mgi: TLS certificate verification is disabled \(--insecure\).*\n$/)
  expect(limits).toContain('the certificate of the target was not checked')
})
