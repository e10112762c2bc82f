import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { afterAll, expect, test } from 'vitest'
import type { UpstreamSection } from '../../conformance/model/upstream.ts'
import type { CertifyOptions } from '../../conformance/run/certify.ts'
import { certify } from '../../conformance/run/certify.ts'
import { httpServer } from '../servers.ts'
import { startChild } from './child.ts'
import { beside, installed } from './gateways.ts'

const folder = mkdtempSync(join(tmpdir(), 'strangers-upstream-'))
afterAll(() => rmSync(folder, { recursive: true }))

const key = 'upstream-key-of-a-stranger'

/** Returns a port that is free at present. The config of a gateway names that of its provider. */
async function freePort(): Promise<number> {
  const { url, close } = await httpServer(() => {})
  await close()
  return Number(new URL(url).port)
}

async function behind(url: string, options: CertifyOptions): Promise<UpstreamSection> {
  const report = await certify({ target: url, key, profile: 'smoke', cwd: folder, timeout: 15, ...options })
  return report.upstream!
}

function failedIn({ results }: UpstreamSection): readonly string[] {
  return results.filter(({ outcome }) => outcome === 'fail').map(({ id, operation }) => `${id}@${operation}`)
}

function messagesOf({ results }: UpstreamSection, id: string): readonly string[] {
  return results.filter((one) => one.id === id).flatMap(({ findings }) => findings.map(({ message }) => message))
}

test('@musistudio/llms loses stop sequences and counts, ends garbled streams and tells stack traces', async () => {
  const port = await freePort()
  const gateway = await startChild({
    command: process.execPath,
    arguments: [beside('llms-server.js')],
    env: { UPSTREAM: `http://127.0.0.1:${port}/v1/chat/completions` },
    says: /listening on (http:\S+)/,
  })
  try {
    const section = await behind(gateway.url, {
      ...{ areas: ['messages'], models: { messages: 'upstream,model' } },
      upstream: { port, key: 'upstream-key' },
    })
    expect(failedIn(section)).toEqual([
      'upstream.request-complete@messages.create',
      'upstream.request-complete@messages.stream',
      'upstream.stream-equals-plain@messages.stream',
      'upstream.counts@messages.stream',
      'upstream.cut-stream-not-complete@messages.stream',
      'upstream.aborts@messages.stream',
      'upstream.credentials@messages.create',
      'upstream.credentials@messages.stream',
    ])
    expect(messagesOf(section, 'upstream.request-complete').join('\n')).toMatch(/^stop_sequences\[0\] did not arrive/m)
  } finally {
    await gateway.close()
  }
})

test('@portkey-ai/gateway passes requests and replies on, and its errors have another form', async () => {
  const port = await freePort()
  const own = await freePort()
  const gateway = await startChild({
    command: process.execPath,
    arguments: [installed('@portkey-ai/gateway/build/start-server.js'), `--port=${own}`, '--headless'],
    says: /(http:\/\/localhost:\d+)/,
  })
  try {
    const section = await behind(`http://127.0.0.1:${own}`, {
      ...{ areas: ['messages'], unsupported: ['messages.stream'] },
      extraHeaders: {
        messages: { 'x-portkey-provider': 'anthropic', 'x-portkey-custom-host': `http://127.0.0.1:${port}/v1` },
      },
      upstream: { port, key },
    })
    expect(failedIn(section)).toEqual([
      'upstream.errors-mapped@messages.create',
      'upstream.credentials@messages.create',
    ])
    expect(messagesOf(section, 'upstream.credentials')).toEqual(['the upstream’s address reached the client'])
  } finally {
    await gateway.close()
  }
})
