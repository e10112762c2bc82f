import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Results } from './rulings.ts'

const mgi = fileURLToPath(new URL('../../dist/conformance/product/cli/main.js', import.meta.url))

/** The key for all third-party gateways that need one. */
export const key = 'strangers-4711-key'

/** The settings for judging a target. */
export interface Judging {
  /** The content of the config file. */
  readonly config?: Readonly<Record<string, unknown>>
  readonly options?: readonly string[]
}

/** Disables the billing limits, because a local gateway costs nothing. */
const withoutLimit = ['--max-billed', '5000', '--max-images', '5000']

/** Runs the built command against a target, as a user would, and reads the results. */
export async function judged(url: string, judging: Judging = {}): Promise<Results> {
  const folder = mkdtempSync(join(tmpdir(), 'mgi-judged-'))
  try {
    return await judgedInto(join(folder, 'out'), url, judging)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Runs the built command against a target and keeps the folder of its output. */
export async function judgedInto(out: string, url: string, { config = {}, options = [] }: Judging): Promise<Results> {
  const folder = mkdtempSync(join(tmpdir(), 'mgi-config-'))
  const file = join(folder, 'config.json')
  writeFileSync(file, JSON.stringify(config))
  const places = ['--config', file, '--out', out]
  try {
    const said = await ended(['run', url, ...places, '--reporter', 'json,html', '--quiet', ...withoutLimit, ...options])
    return readResults(out, said)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Runs the built command to its end, and returns its output. */
export async function ended(command: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [mgi, ...command], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, MGI_API_KEY: key },
  })
  let said = ''
  child.stdout.on('data', (data: Buffer) => (said += data.toString()))
  child.stderr.on('data', (data: Buffer) => (said += data.toString()))
  await new Promise((resolve) => child.once('close', resolve))
  return said
}

function readResults(out: string, said: string): Results {
  try {
    return JSON.parse(readFileSync(join(out, 'results.json'), 'utf8')) as Results
  } catch {
    throw new Error(`the run wrote no results; it said: ${said}`)
  }
}
