#!/usr/bin/env node
import { fstatSync } from 'node:fs'
import process from 'node:process'
import { interruptedBy } from '../run/interruption.ts'
import { failure, runCli } from './run-cli.ts'

/** The id of the parent when the process started. */
const parent = process.ppid
/** The time in milliseconds between checks of the parent's id. */
const interval = 500
const interruption = new AbortController()
// Listens once for each signal, so that a second one ends the process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => interruption.abort(interruptedBy(signal)))
// On SIGTERM, npm ends itself and its shell, but not what the shell started.
if (process.env['npm_lifecycle_event'] === 'npx')
  setInterval(() => {
    if (process.ppid !== parent) interruption.abort(interruptedBy('the end of npx'))
  }, interval).unref()
// A closed pipe (`mgi requirements | head`) is not an error.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
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
stdout.write('', () => stderr.write('', () => process.exit(status)))

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
