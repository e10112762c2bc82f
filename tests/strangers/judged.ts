import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Results } from './rulings.ts'

const mgi = fileURLToPath(new URL('../../dist/conformance/cli/main.js', import.meta.url))

/** The key that every stranger which wants one is given. */
export const key = 'strangers-4711-key'

/** How a target is judged. */
export interface Judging {
  /** What the config file says. */
  readonly config?: Readonly<Record<string, unknown>>
  readonly options?: readonly string[]
}

/** A gateway on this machine bills nobody: all that is planned is sent, also where it accepts everything. */
const withoutLimit = ['--max-billed', '5000', '--max-images', '5000']

/** Runs the built command against a target, as a user would, and reads the results it writes. */
export async function judged(url: string, judging: Judging = {}): Promise<Results> {
  const folder = mkdtempSync(join(tmpdir(), 'mgi-judged-'))
  try {
    return await judgedInto(join(folder, 'out'), url, judging)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Does the same with a folder that stays. */
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

/** Runs the built command to its end, and returns all that it prints. */
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
