/** Where a command reads and writes. Results go to `stdout`, everything else to `stderr`. */
export interface Io {
  readonly stdout: Output
  readonly stderr: Output
  readonly env: Readonly<Record<string, string | undefined>>
  /** Relative paths are meant from here. */
  readonly cwd: string
  /** Aborted when the user wants the command to end. */
  readonly signal: AbortSignal
}

/** A stream of text for people or pipes. */
export interface Output {
  write(text: string): unknown
  /** Whether somebody watches it on a terminal. */
  readonly isTTY?: boolean
}
