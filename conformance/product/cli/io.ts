import { inert } from '../../../reports/workflow-command.ts'
import { visibleLine } from '../../core/text/visible.ts'

/** The streams and environment of a command. Results go to `stdout`, everything else to `stderr`. */
export interface Io {
  readonly stdout: Output
  readonly stderr: Output
  /** The standard input; absent if there is no terminal. */
  readonly stdin?: Input
  /** Resolves with the reason once the program that started this process has ended. Never resolves in a shell. */
  readonly untilStarterEnds?: () => Promise<string>
  readonly env: Readonly<Record<string, string | undefined>>
  /** The folder against which relative paths are resolved. */
  readonly cwd: string
  /** Aborted when the user ends the command. */
  readonly signal: AbortSignal
  /** The clock of what is shown, in milliseconds; by default that of the system. */
  readonly now?: () => number
}

export interface Input {
  on(event: 'data', listener: (data: unknown) => void): unknown
  off(event: 'data', listener: (data: unknown) => void): unknown
  /** Stops listening, so that the process can exit. */
  pause(): unknown
}

/** A stream of text for people or pipes. */
export interface Output {
  write(text: string): unknown
  /** True for a terminal. */
  readonly isTTY?: boolean
}

export function noteTo({ stderr }: Pick<Io, 'stderr'>): (text: string) => void {
  return (text) => void stderr.write(`mgi: ${text}\n`)
}

/** Returns untrusted text as one line that neither a terminal nor a CI log interprets. */
export function oneLine(text: string): string {
  return inert(visibleLine(text))
}
