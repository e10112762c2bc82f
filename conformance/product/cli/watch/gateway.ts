import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { setTimeout as after } from 'node:timers/promises'
import { connectionTrouble } from '../../run/target/reachable.ts'
import type { GatewayTrouble } from '../../watch/live.ts'

/** A gateway that is started, restarted and stopped by a command. */
export interface Gateway {
  /** Starts or restarts the gateway and waits until it answers. Returns the reason if it does not. */
  restart(): Promise<GatewayTrouble | undefined>
  isRunning(): boolean
  /** Stops the gateway and its child processes. */
  stop(): Promise<void>
}

export interface GatewayOptions {
  readonly command: string
  /** The base URLs at which it must answer. */
  readonly places: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly signal: AbortSignal
  /** Called when it ends without being stopped. */
  readonly onCrash: (how: string) => void
  /** Removes secrets from a line of its output. */
  readonly redact: (line: string) => string
  readonly onLine: (line: string) => void
}

/**
 * Times in milliseconds: until the gateway must answer, until it must have ended, between two checks, and for the last
 * output of a gateway that has ended, which a child process may keep open.
 */
const patience = { answer: 60_000, end: 5000, look: 50, output: 500 }

/** A process group makes it possible to stop all child processes of a shell. Windows has none. */
const hasGroups = process.platform !== 'win32'

/** Explains why the gateway cannot be started. */
export function explainPortInUse(places: readonly string[]): string {
  return `something listens at ${places.join(', ')} already; stop it, because --restart starts the gateway itself`
}

export function gatewayOf(options: GatewayOptions): Gateway {
  const { places, onCrash } = options
  let child: ChildProcess | undefined
  const killAtExit = () => send('SIGKILL', child)
  process.once('exit', killAtExit)

  async function stop(): Promise<void> {
    const running = child
    child = undefined
    send('SIGTERM', running)
    const until = performance.now() + patience.end
    while (isThere(running) && performance.now() < until) await after(patience.look)
    send('SIGKILL', running)
  }

  return {
    async restart() {
      await stop()
      if ((await connectionTrouble(places)) === undefined) return { kind: 'down', text: explainPortInUse(places) }
      const started = spawnGateway(options)
      child = started
      return awaitAnswer(started, options, (how) => {
        if (child === started) onCrash(how)
      })
    },
    isRunning: () => child !== undefined && !hasEnded(child),
    async stop() {
      process.off('exit', killAtExit)
      await stop()
    },
  }
}

function spawnGateway({ command, cwd, env }: GatewayOptions): ChildProcess {
  return spawn(command, { shell: true, cwd, env, detached: hasGroups, stdio: ['ignore', 'pipe', 'pipe'] })
}

/** Waits until a gateway answers, and returns why it does not. Calls `onEnd` whenever it ends. */
async function awaitAnswer(
  started: ChildProcess,
  options: GatewayOptions,
  onEnd: (how: string) => void,
): Promise<GatewayTrouble | undefined> {
  let ended: string | undefined
  started.once('error', ({ message }) => {
    ended = message
  })
  const error = errorOf(started, options)
  started.once('exit', async (code, by) => {
    const how = by === null ? `it ended with status ${code}` : `it was killed by ${by}`
    await Promise.race([once(started, 'close'), after(patience.output)])
    const said = error()
    ended = said === undefined ? how : `${how}: ${said}`
    onEnd(ended)
  })
  const until = performance.now() + patience.answer
  for (;;) {
    const trouble = await connectionTrouble(options.places)
    if (ended !== undefined) return { kind: 'crashed', text: ended }
    if ((trouble === undefined && !hasEnded(started)) || options.signal.aborted) return undefined
    if (performance.now() > until) return { kind: 'down', text: `${trouble} after ${patience.answer / 1000} s` }
    await after(patience.look)
  }
}

/** Passes on the lines of a gateway. Returns a function that returns its error so far, or its last line on stderr. */
function errorOf(
  { stdout, stderr }: ChildProcess,
  { redact, onLine }: Pick<GatewayOptions, 'redact' | 'onLine'>,
): () => string | undefined {
  let error: string | undefined
  let last: string | undefined
  const note = (line: string) => {
    if (line.trim() !== '') last = line.trim()
    if (errorLine.test(line)) error = line
  }
  for (const input of [stdout!, stderr!])
    createInterface({ input }).on('line', (written) => {
      const line = redact(written)
      onLine(line)
      if (input === stderr) note(line)
    })
  return () => error ?? last
}

/** The line of an error among its trace, as Node.js, Python, Go, Java and Rust write it. */
const errorLine = /^(?:[\w.]*(?:Error|Exception)\b.*:|panic: |fatal error: |thread '.*' panicked )/

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}

function isThere(child: ChildProcess | undefined): boolean {
  return send(0, child)
}

/** Sends a signal to a child and its process group. Returns false if they no longer exist. */
function send(signal: NodeJS.Signals | 0, child: ChildProcess | undefined): boolean {
  if (child?.pid === undefined) return false
  try {
    return hasGroups ? process.kill(-child.pid, signal) : child.kill(signal)
  } catch {
    return false
  }
}
