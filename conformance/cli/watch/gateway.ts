import { type ChildProcess, spawn } from 'node:child_process'
import process from 'node:process'
import { setTimeout as after } from 'node:timers/promises'
import type { WatchedGateway } from '../../../reports/watch/view.ts'
import { baseUrlOf } from '../../config/vocabulary.ts'
import { areas } from '../../model/vocabulary.ts'
import type { Vocabulary } from '../../record/evidence/frame.ts'
import { listens } from './triggers.ts'

/** A gateway that is started, restarted and stopped by a command. */
export interface Gateway {
  /** Starts or restarts it and waits until it answers. Returns the reason if it does not. */
  restart(): Promise<string | undefined>
  /** Stops it and its child processes. */
  stop(): Promise<void>
}

export interface GatewayOptions {
  readonly command: string
  /** The base URLs where it must answer. Other programs may answer at some of them before it is started. */
  readonly places: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly signal: AbortSignal
  /** Called with its state and its output after every change. */
  readonly onChange: (gateway: WatchedGateway) => void
  readonly onLine: (line: string) => void
}

/**
 * Milliseconds: until a gateway must answer, until it must have ended by itself, until its child processes must have
 * ended, and between two checks.
 */
const patience = { answer: 60_000, end: 5000, group: 1000, look: 50 }
/** The most lines of output that are kept, and the most characters of each. */
const kept = { lines: 200, characters: 500 }

/** A process group allows stopping everything that a shell starts. Windows has none. */
const hasGroups = process.platform !== 'win32'

/** Explains why the gateway cannot be started. */
export function inTheWay(places: readonly string[]): string {
  return `something listens at ${places.join(', ')} already: stop it, --restart starts the gateway itself`
}

export function gatewayOf({ command, places, cwd, env, signal, onChange, onLine }: GatewayOptions): Gateway {
  const output: string[] = []
  let child: ChildProcess | undefined
  const tell = (state: string) => onChange({ command, state, output: [...output] })
  const stopAtExit = () => kill(child, 'SIGKILL')
  process.once('exit', stopAtExit)

  async function start(): Promise<string | undefined> {
    if ((await silentIn(places)).length === 0) return inTheWay(places)
    const started = spawn(command, { shell: true, cwd, env, detached: hasGroups, stdio: ['ignore', 'pipe', 'pipe'] })
    child = started
    let ended: string | undefined
    started.once('error', ({ message }) => {
      ended = message
    })
    started.once('exit', (code, by) => {
      ended = by === null ? `it ended with status ${code}` : `it was ended by ${by}`
      if (child === started) tell(ended)
    })
    for (const stream of [started.stdout, started.stderr]) stream.setEncoding('utf8').on('data', linesTo(print))
    tell('starting')
    const until = performance.now() + patience.answer
    for (;;) {
      const silent = await silentIn(places)
      if (silent.length === 0) break
      if (ended !== undefined || signal.aborted) return `the gateway does not run: ${ended ?? 'interrupted'}`
      if (performance.now() > until)
        return `the gateway does not answer at ${silent.join(', ')} after ${patience.answer / 1000} s`
      await after(patience.look)
    }
    tell(`running as process ${started.pid}`)
    return undefined
  }

  function print(line: string): void {
    output.push(line.slice(0, kept.characters))
    output.splice(0, output.length - kept.lines)
    onLine(line.slice(0, kept.characters))
  }

  async function stop(): Promise<void> {
    const running = child
    if (running === undefined) return
    child = undefined
    const hasEnded = running.exitCode !== null || running.signalCode !== null
    const end = hasEnded ? Promise.resolve() : new Promise((resolve) => running.once('exit', resolve))
    kill(running, 'SIGTERM')
    await Promise.race([end, after(patience.end)])
    // Processes that a shell started may end a moment after it.
    const until = performance.now() + patience.group
    while (isThere(running) && performance.now() < until) await after(patience.look)
    kill(running, 'SIGKILL')
    await end
  }

  return {
    async restart() {
      await stop()
      return start()
    },
    async stop() {
      process.off('exit', stopAtExit)
      await stop()
    },
  }
}

function isThere({ pid }: ChildProcess): boolean {
  try {
    return hasGroups && pid !== undefined && process.kill(-pid, 0)
  } catch {
    return false
  }
}

/** Sends a signal to the process group of a child, if it still exists. */
function kill(child: ChildProcess | undefined, name: NodeJS.Signals): void {
  if (child?.pid === undefined) return
  try {
    if (hasGroups) process.kill(-child.pid, name)
    else child.kill(name)
  } catch {
    // It is gone.
  }
}

function linesTo(print: (line: string) => void): (text: string) => void {
  let begun = ''
  return (text) => {
    const lines = `${begun}${text}`.split(/\r?\n/)
    begun = lines.pop()?.slice(0, kept.characters) ?? ''
    for (const line of lines) print(line)
  }
}

/** Returns the base URLs that a run uses, one for each host and port. */
export function placesOf(url: string, limitedTo: readonly string[], vocabulary: Vocabulary): readonly string[] {
  const asked = areas.filter((area) => limitedTo.length === 0 || limitedTo.includes(area))
  const urls = asked.map((area) => baseUrlOf(area, url, vocabulary))
  return [...new Map(urls.map((one) => [new URL(one).host, one])).values()]
}

/** Returns the URLs where nothing listens. */
export async function silentIn(places: readonly string[]): Promise<readonly string[]> {
  const there = await Promise.all(places.map(listens))
  return places.filter((_, index) => there[index] !== true)
}
