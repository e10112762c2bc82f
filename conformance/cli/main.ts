#!/usr/bin/env node
import process from 'node:process'
import { interruptedBy } from '../run/interruption.ts'
import { failure, runCli } from './run-cli.ts'
import { untilStarterEnds } from './starter.ts'

const parent = process.ppid
const interruption = new AbortController()
// Only once each: a second signal ends the process at once.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => interruption.abort(interruptedBy(signal)))
// A closed pipe (`mgi requirements | head`) is not an error.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
process.on('uncaughtException', (error) => process.exit(failure(error, process)))

const { stdout, stderr, env } = process
const io = {
  stdout,
  stderr,
  // Opened only by commands that listen to keys.
  get stdin() {
    return process.stdin
  },
  untilStarterEnds: () => untilStarterEnds(process, parent),
  env,
  cwd: process.cwd(),
  signal: interruption.signal,
}
const status = await runCli(process.argv.slice(2), io)
stdout.write('', () => stderr.write('', () => process.exit(status)))
