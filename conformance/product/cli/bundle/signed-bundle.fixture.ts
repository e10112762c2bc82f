import { generateKeyPairSync } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { jsonText } from '../../bundle/contents.ts'
import { listed } from '../../bundle/digests.ts'
import type { Manifest } from '../../bundle/manifest.ts'
import { capturedIo } from '../captured-io.fixture.ts'
import { runCli } from '../run-cli.ts'

/** Returns a run, its bundle, the key that signed it, and another key. They exist while the tests of a file run. */
export function signedBundle() {
  const folder = mkdtempSync(join(tmpdir(), 'bundle-'))
  const at = (...names: readonly string[]) => join(folder, ...names)
  const mgi = async (...args: readonly string[]) => {
    const io = capturedIo({ cwd: folder })
    return { status: await runCli(args, io), out: io.out(), err: io.err() }
  }
  beforeAll(async () => {
    for (const name of ['ours', 'theirs']) writeKeys(at(name))
    writeFileSync(
      at('other-kind.pem'),
      generateKeyPairSync('x25519').privateKey.export({ type: 'pkcs8', format: 'pem' }),
    )
    await mgi('run', '--area', 'token-usage', '--clients', 'openai', '--out', 'run', '--quiet', '--reporter', 'json')
    expect((await mgi('bundle', 'run', '--sign', 'ours.pem')).status).toBe(0)
  })
  afterAll(() => rmSync(folder, { recursive: true }))
  /** Copies the bundle, so that a test can damage it. */
  const copy = (): string => {
    const name = mkdtempSync(at('copy-'))
    cpSync(at('mgi-bundle'), name, { recursive: true })
    return name
  }
  return { folder, at, mgi, copy }
}

function writeKeys(name: string): void {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  writeFileSync(`${name}.pem`, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  writeFileSync(`${name}.pub.pem`, publicKey.export({ type: 'spki', format: 'pem' }))
}

/** Updates the digests of the manifest to match the files, as a careful forger would. */
export async function relisted(bundle: string): Promise<void> {
  const manifest = JSON.parse(readFileSync(join(bundle, 'manifest.json'), 'utf8')) as Manifest
  const files = await Promise.all(manifest.files.map(({ name }) => listed(bundle, name)))
  writeFileSync(join(bundle, 'manifest.json'), jsonText({ ...manifest, files }))
}
