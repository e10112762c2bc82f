import { fstatSync } from 'node:fs'

/** The parts of the process that tell whether the program that started it is there. */
export interface StartedProcess {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly ppid: number
  readonly stdin: NodeJS.ReadableStream
}

/** Milliseconds between two looks at the id of the parent. */
const interval = 500

/**
 * Resolves with the reason once the program that started this process is gone. That is known if standard input is a
 * pipe, which the program closes or which closes with it, and under `npx`, whose end leaves its command running.
 * `parent` is the id of the parent when the process started.
 */
export function untilStarterEnds(own: StartedProcess, parent: number): Promise<string> {
  const hasPipe = isPipe(0)
  return new Promise((resolve) => {
    const closed = () => resolve('standard input was closed')
    if (hasPipe) own.stdin.on('end', closed).on('close', closed).on('error', closed).resume()
    if (!hasPipe && own.env['npm_lifecycle_event'] !== 'npx') return
    setInterval(() => {
      if (own.ppid !== parent) resolve('the process that started it has ended')
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
