import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Report } from '../../../core/model/report.ts'
import { capturedIo } from '../captured-io.fixture.ts'
import { runCli } from '../run-cli.ts'

/** The exit status and output of a proxy, and the results it wrote. */
export interface Proxied {
  readonly status: number
  readonly out: string
  readonly err: string
  readonly report: Report
  /** The text of a file in its folder. */
  readonly file: (name: string) => string
}

/**
 * Runs `mgi proxy` until `body` has finished. `body` gets the base URL, the URL of the second port, and a function that
 * returns the output on stderr so far.
 */
export async function whileProxying(
  args: readonly string[],
  body: (url: string, second: string, err: () => string) => Promise<void>,
  judge: (proxied: Proxied) => void,
): Promise<void> {
  const cwd = mkdtempSync(join(tmpdir(), 'mgi-proxy-test-'))
  const end = new AbortController()
  const io = capturedIo({ signal: end.signal, cwd })
  let listening: (url: string) => void = () => {}
  const url = new Promise<string>((resolve) => {
    listening = resolve
  })
  const stdout = { write: (text: string) => [io.stdout.write(text), listening(text)] }
  const ended = runCli(['proxy', ...args], { ...io, stdout })
  try {
    const base = await Promise.race([
      url,
      ended.then((status) => Promise.reject(new Error(`it ended with ${status}: ${io.err()}`))),
    ])
    // The second line, on stderr, follows immediately after the first, on stdout.
    await new Promise((resolve) => setImmediate(resolve))
    await body(base.trim(), /metrics at (\S+)\/metrics/.exec(io.err())?.[1] ?? '', io.err)
    end.abort()
    const status = await ended
    const file = (name: string): string => readFileSync(join(cwd, 'mgi-report', name), 'utf8')
    judge({ status, out: io.out(), err: io.err(), report: JSON.parse(file('results.json')) as Report, file })
  } finally {
    end.abort()
    await ended
    rmSync(cwd, { recursive: true, force: true })
  }
}
