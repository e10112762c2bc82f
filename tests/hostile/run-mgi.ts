import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Report } from '../../conformance/core/model/report.ts'
import { capturedIo } from '../../conformance/product/cli/captured-io.fixture.ts'
import { runCli } from '../../conformance/product/cli/run-cli.ts'

const mgi = fileURLToPath(new URL('../../dist/conformance/product/cli/main.js', import.meta.url))
const preload = new URL('./peak-memory.js', import.meta.url).href

/** A key that cannot occur anywhere by chance. */
export const canary = 'hostile-canary-4711-key'

/** The outcome of the built command in a separate process. */
export interface Ended {
  readonly status: number | null
  /** The kernel's high-water mark of resident memory, which the process reads when it ends. */
  readonly peakMegabytes: number
  readonly stdout: string
  readonly stderr: string
  /** The text of each file in `--out`, by name. */
  readonly files: Readonly<Record<string, string>>
  readonly folder: string
}

/** The settings for running a child process. `onStart` receives a function that sends it a signal. */
export interface RunSettings {
  readonly env?: Readonly<Record<string, string>>
  readonly onStart?: (kill: (signal: NodeJS.Signals) => void) => void
}

/** Runs `mgi run URL` to its end. The caller removes the folder of reports with `forget`. */
export async function runMgi(url: string, options: readonly string[], settings: RunSettings = {}): Promise<Ended> {
  return runCommand((out) => ['run', url, ...withKey(options), '--out', out], settings)
}

/** Runs the built command with arguments that may contain a folder for reports. */
export async function runCommand(
  argumentsFor: (out: string) => readonly string[],
  settings: RunSettings = {},
): Promise<Ended> {
  const folder = mkdtempSync(join(tmpdir(), 'mgi-hostile-'))
  const peakFile = join(folder, 'peak')
  const out = join(folder, 'out')
  const flags = ['--import', preload]
  const child = spawn(process.execPath, [...flags, mgi, ...argumentsFor(out)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PEAK_MEMORY_FILE: peakFile, MGI_API_KEY: '', ...settings.env },
  })
  const written = { stdout: '', stderr: '' }
  child.stdout.on('data', (data: Buffer) => (written.stdout += data.toString()))
  child.stderr.on('data', (data: Buffer) => (written.stderr += data.toString()))
  settings.onStart?.((signal) => child.kill(signal))
  const status = await new Promise<number | null>((resolve) => child.on('close', resolve))
  return {
    status,
    peakMegabytes: existsSync(peakFile) ? Number(readFileSync(peakFile, 'utf8')) / 1024 : 0,
    ...written,
    files: existsSync(out) ? textsIn(out) : {},
    folder,
  }
}

function textsIn(out: string): Readonly<Record<string, string>> {
  return Object.fromEntries(readdirSync(out).map((name) => [name, readFileSync(join(out, name), 'utf8')]))
}

/** Runs the command within this process. Memory is not measured. */
export async function runMgiHere(url: string, options: readonly string[]): Promise<Ended> {
  const folder = mkdtempSync(join(tmpdir(), 'mgi-hostile-'))
  const out = join(folder, 'out')
  const io = capturedIo({ cwd: folder })
  const status = await runCli(['run', url, ...withKey(options), '--out', out], io)
  return {
    status,
    peakMegabytes: Number.NaN,
    stdout: io.out(),
    stderr: io.err(),
    files: existsSync(out) ? textsIn(out) : {},
    folder,
  }
}

/** Removes the files of a run. */
export function forget({ folder }: Ended): void {
  rmSync(folder, { recursive: true, force: true })
}

export function reportOf({ files }: Ended): Report {
  return JSON.parse(files['results.json'] ?? 'null') as Report
}

/** Adds the canary as the key, unless the options have one. */
function withKey(options: readonly string[]): readonly string[] {
  return options.includes('--key') ? options : ['--key', canary, ...options]
}
