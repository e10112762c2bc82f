import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { type Child, startChild } from '../strangers/child.ts'
import type { Machine } from './github/runner.ts'

/** The built command. */
export const mgi = fileURLToPath(new URL('../../dist/conformance/product/cli/main.js', import.meta.url))

/** The key that the gateways of `served` accept. */
export const key = 'test-key'

/** Starts the built `mgi serve` on loopback. */
export function served(...options: readonly string[]): Promise<Child> {
  return startChild({ command: process.execPath, arguments: [mgi, 'serve', ...options], says: /^(http:\S+)$/m })
}

/** Makes an empty folder that is removed after the test. */
export function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mgi-pipelines-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Makes a machine for a GitHub Actions job on which the built command is installed. */
export function emptyMachine(): Machine {
  const folder = scratchFolder()
  const [workspace = '', temporary = '', artifacts = ''] = ['work', 'temporary', 'artifacts'].map((name) => {
    mkdirSync(join(folder, name))
    return join(folder, name)
  })
  return { workspace, temporary, artifacts, done: { install: { mgi } } }
}
