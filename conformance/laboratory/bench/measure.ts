import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { packageFile } from '../../../schemas/package-root.ts'

/** A measured figure with its goal. */
export interface Figure {
  readonly name: string
  readonly value: number
  readonly unit: string
  readonly most?: number
  readonly least?: number
  /** The values from which it was computed. */
  readonly detail: string
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** The path of the published command. */
export const mgi = fileURLToPath(packageFile('dist/conformance/product/cli/main.js'))

/** A finished child process. */
export interface FinishedProcess {
  readonly status: number | null
  readonly milliseconds: number
  /** The peak resident memory in bytes; 0 if the system does not report it. */
  readonly peakBytes: number
}

/** Starts Node with these arguments. The caller ends it. */
export function startNode(args: readonly string[]): ChildProcess {
  return spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
}

/** Runs Node with these arguments until it exits. */
export function runNode(args: readonly string[]): Promise<FinishedProcess> {
  const started = performance.now()
  const child = startNode(args)
  let peakBytes = 0
  const watch = setInterval(() => {
    peakBytes = Math.max(peakBytes, residentPeak(child.pid))
  }, 20)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (status) => {
      clearInterval(watch)
      resolve({ status, milliseconds: performance.now() - started, peakBytes })
    })
  })
}

export function outputOf(args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, (error, stdout) => (error === null ? resolve(stdout) : reject(error)))
  })
}

/** Returns the peak resident memory that Linux records for a process. */
function residentPeak(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}

/** A server in a separate process. */
export interface Server {
  readonly url: string
  stop(): Promise<void>
}

/** Starts a script that prints its base URL once it listens. */
export function startServer(args: readonly string[]): Promise<Server> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (status) => reject(new Error(`the server ended with status ${status}`)))
    child.stdout.on('data', (data: Buffer) => {
      const url = /https?:\/\/\S+/.exec(data.toString())?.[0]
      if (url !== undefined) resolve({ url, stop: () => stop(child) })
    })
  })
}

function stop(child: ChildProcess): Promise<void> {
  child.removeAllListeners('exit')
  return new Promise((resolve) => {
    child.on('exit', () => resolve())
    child.kill('SIGTERM')
  })
}
