import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ReferenceServer, startReferenceServer } from '../../../../reference-server/index.ts'
import type { Io } from '../../../product/cli/io.ts'
import { runCli } from '../../../product/cli/run-cli.ts'
import { placeholder } from '../../../product/config/known-failures/read.ts'
import type { Task } from '../../selftest/trial.ts'
import { brokenDown, type Trial } from '../../selftest/trial.ts'

/** The list that the first run writes and the second one reads. */
const list = 'known-failures.yaml'

/**
 * Does what a user of a faulty gateway does: writes the failures into a list of known failures, adds reasons, and runs
 * again with the list, which must exit with 0. An internal error becomes part of the trial.
 */
export async function tryKnownFailures(task: Task, signal: AbortSignal): Promise<Trial> {
  const folder = mkdtempSync(join(tmpdir(), 'mgi-known-'))
  let server: ReferenceServer | undefined
  try {
    server = await startReferenceServer({ faults: [task.id] })
    const { url } = server
    const mgi = (...more: readonly string[]) => run([...runArguments(url, task), ...more], folder, signal)
    const first = await mgi('--write-known-failures', list)
    if (!existsSync(join(folder, list))) return failed(task, `the first run wrote no list: ${inWords(first)}`)
    const text = readFileSync(join(folder, list), 'utf8')
    writeFileSync(join(folder, list), text.replaceAll(placeholder, `selftest of ${task.id}`))
    const second = await mgi('--known-failures', list)
    if (second.status === 0) return { ...task, finish: 'exact', ...nothingJudged }
    return failed(task, `the first run ended with ${first.status}, the run with the list ${inWords(second)}`)
  } catch (error) {
    return brokenDown(task, error instanceof Error ? error.message : String(error))
  } finally {
    await server?.close()
    rmSync(folder, { recursive: true })
  }
}

/** The exit status of a run, and the last line of its output. */
interface Ended {
  readonly status: number
  readonly last: string
}

async function run(args: readonly string[], cwd: string, signal: AbortSignal): Promise<Ended> {
  let written = ''
  const output: Io['stdout'] = { write: (text) => (written += text) }
  const status = await runCli(args, { stdout: output, stderr: output, env: {}, cwd, signal })
  return { status, last: written.trimEnd().split('\n').at(-1) ?? '' }
}

/** Returns the command line of both runs. */
export function runArguments(url: string, { areas, profile, seed, explore }: Task): readonly string[] {
  const more = explore === undefined ? [] : ['--explore', `${explore}`]
  return [
    'run',
    url,
    '--key',
    'test-key',
    '--area',
    areas.join(','),
    '--profile',
    profile,
    '--seed',
    `${seed}`,
    ...more,
  ]
}

function inWords({ status, last }: Ended): string {
  return `ended with ${status}: ${last}`
}

const nothingJudged = { requests: 0, expected: [], missing: [], surplus: [] } as const

function failed(task: Task, trouble: string): Trial {
  return { ...task, finish: 'missed', ...nothingJudged, trouble }
}
