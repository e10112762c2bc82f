import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A server in a separate process. */
export interface Child {
  readonly url: string
  /** Returns the end of its output so far, from both streams. */
  output(): string
  close(): Promise<void>
}

/** The command that starts a server. */
export interface Start {
  readonly command: string
  readonly arguments: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Matches the output that shows that the server listens. The first group is its URL. */
  readonly says: RegExp
}

/** The time in milliseconds until a server must listen. */
const patience = 60_000
/** The number of characters of output that are kept. */
const keptCharacters = 20_000

/** Starts a server in an empty folder, which is also its home directory, and waits until it listens. */
export async function startChild(start: Start): Promise<Child> {
  const folder = mkdtempSync(join(tmpdir(), 'mgi-stranger-'))
  const child = spawn(start.command, [...start.arguments], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'] ?? '', HOME: folder, NO_COLOR: '1', ...start.env },
  })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const written = collected(child)
  const close = async (): Promise<void> => {
    child.kill('SIGKILL')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    return { url: await saidUrl(child, start.says, written.text), output: written.text, close }
  } catch (error) {
    await close()
    throw error
  }
}

function collected(child: ChildProcess): { readonly text: () => string } {
  let text = ''
  const add = (data: Buffer): void => {
    text = (text + data.toString()).slice(-keptCharacters)
  }
  child.stdout?.on('data', add)
  child.stderr?.on('data', add)
  return { text: () => text }
}

function saidUrl(child: ChildProcess, says: RegExp, text: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const give = (why: string): void => reject(new Error(`${why}; it wrote: ${text()}`))
    const timer = setTimeout(() => give('the server does not say that it listens'), patience)
    const look = (): void => {
      const url = says.exec(text())?.[1]
      if (url === undefined) return
      clearTimeout(timer)
      resolve(url)
    }
    child.stdout?.on('data', look)
    child.stderr?.on('data', look)
    child.once('error', (error) => give(error.message))
    child.once('close', () => {
      clearTimeout(timer)
      give('the server ended before it listened')
    })
  })
}
