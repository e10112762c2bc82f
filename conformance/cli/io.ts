/** Where a command reads and writes. Results go to `stdout`, everything else to `stderr`. */
export interface Io {
  readonly stdout: Output
  readonly stderr: Output
  /** What the user types; absent where nobody can. */
  readonly stdin?: Input
  readonly env: Readonly<Record<string, string | undefined>>
  /** Relative paths are meant from here. */
  readonly cwd: string
  /** Aborted when the user wants the command to end. */
  readonly signal: AbortSignal
}

/** A stream of what somebody types. */
export interface Input {
  on(event: 'data', listener: (data: unknown) => void): unknown
  off(event: 'data', listener: (data: unknown) => void): unknown
  /** Stops listening, so that nothing waits for more. */
  pause(): unknown
}

/** A stream of text for people or pipes. */
export interface Output {
  write(text: string): unknown
  /** Whether somebody watches it on a terminal. */
  readonly isTTY?: boolean
}

/** Says on stderr what the user should know. */
export function noteTo({ stderr }: Pick<Io, 'stderr'>): (text: string) => void {
  return (text) => void stderr.write(`mgi: ${text}\n`)
}
