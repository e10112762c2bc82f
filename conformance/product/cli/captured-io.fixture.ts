import type { Io } from './io.ts'

/**
 * An `Io` for tests that captures the output. Its clock stands still unless a test gives another one, so that no line of
 * progress is due only because the machine is slow.
 */
export interface CapturedIo extends Io {
  readonly out: () => string
  readonly err: () => string
}

export function capturedIo(
  rest: Partial<Pick<Io, 'env' | 'cwd' | 'signal' | 'stdin' | 'now'>> & { readonly isTTY?: boolean } = {},
): CapturedIo {
  const written = { out: '', err: '' }
  const {
    env = {},
    cwd = '/nowhere',
    signal = new AbortController().signal,
    isTTY = false,
    stdin,
    now = () => 0,
  } = rest
  const into = (name: keyof typeof written) => (text: string) => {
    written[name] += text
  }
  return {
    stdout: { write: into('out'), isTTY },
    stderr: { write: into('err'), isTTY },
    stdin,
    env,
    cwd,
    signal,
    now,
    out: () => written.out,
    err: () => written.err,
  }
}
