#!/usr/bin/env node
import { fstatSync } from 'node:fs'
import process from 'node:process'

/** The id of the parent when the process started. */
const parent = process.ppid
/** The time in milliseconds between checks of the parent's id. */
const interval = 500
const interruption = new AbortController()
const { failure, interruptedBy, runCli, status: statuses } = await program()
// Listens once for each signal, so that a second one ends the process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => interruption.abort(interruptedBy(signal)))
// On SIGTERM, npm ends itself and its shell, but not what the shell started.
if (process.env['npm_lifecycle_event'] === 'npx')
  setInterval(() => {
    if (process.ppid !== parent) interruption.abort(interruptedBy('the end of npx'))
  }, interval).unref()
/** True once standard output could not be written. */
let isOutputLost = false
process.stdout.on('error', noteOutputError)
process.stderr.on('error', () => {})
process.on('uncaughtException', (error) => process.exit(failure(error, process, process.argv.slice(2))))

const { stdout, stderr, env } = process
const io = {
  stdout,
  stderr,
  // A getter, because only commands that listen to keys may open it.
  get stdin() {
    return process.stdin
  },
  untilStarterEnds,
  env,
  cwd: process.cwd(),
  signal: interruption.signal,
}
const status = await runCli(process.argv.slice(2), io)
// A failed write is known here before it is an event.
stdout.write('', (error) => {
  noteOutputError(error)
  stderr.write('', () => process.exit(isOutputLost ? statuses.misuse : status))
})

function noteOutputError(error: NodeJS.ErrnoException | null | undefined): void {
  // A closed pipe (`mgi requirements | head`) is not an error.
  if (error == null || error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED' || isOutputLost) return
  isOutputLost = true
  process.stderr.write(`mgi: standard output cannot be written (${error.code}); write to a file, or free some space\n`)
  interruption.abort(interruptedBy('an error of standard output'))
}

/**
 * Loads the program. It is not imported above, because Node would print a stack trace if it cannot open all modules,
 * as with too few file descriptors.
 */
async function program() {
  try {
    const [{ failure, runCli }, { interruptedBy }, { exitCode }] = [
      await import('./run-cli.ts'),
      await import('../run/interruption.ts'),
      await import('../report/exit-code.ts'),
    ]
    return { failure, runCli, interruptedBy, status: exitCode }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const remedy = code === 'EMFILE' ? '; raise the limit of open files (ulimit -n)' : ''
    process.stderr.write(`mgi cannot start: ${message}${remedy}\n`)
    process.exit(3)
  }
}

/**
 * Resolves with the reason once the program that started this process has ended. This is noticed if standard input is a
 * pipe that closes with the program.
 */
function untilStarterEnds(): Promise<string> {
  return new Promise((resolve) => {
    if (!isPipe(0)) return
    const closed = () => resolve('standard input was closed')
    process.stdin.on('end', closed).on('close', closed).on('error', closed).resume()
    setInterval(() => {
      if (process.ppid !== parent) resolve('the process that started it has ended')
    }, interval).unref()
  })
}

function isPipe(descriptor: number): boolean {
  try {
    const facts = fstatSync(descriptor)
    return facts.isFIFO() || facts.isSocket()
  } catch {
    return false
  }
}
